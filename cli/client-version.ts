import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { replaceFile } from "../codegen/cli/drafts.js";
import { isMap } from "../codegen/import/model/description.js";
import { setKey } from "./init/vendor-edit.js";
import { type CliIo, locate } from "./io.js";
import { expectManifest } from "./package-manifest.js";
import { COMMAND } from "./tool.js";
import { CommandError } from "./usage.js";

/**
 * Lets the `user-agent` of the client name the version of its package: writes `client` of
 * `vendor.yaml`, unless `isCheck`.
 * @throws CommandError if there is no package, or if a check finds another version.
 */
export async function stampClient(schema: string, isCheck: boolean, io: CliIo): Promise<void> {
  const folder = resolve(locate(io, schema));
  const { name, version } = (await expectManifest(schema, io)).value;
  const file = join(folder, "vendor.yaml");
  if (!existsSync(file)) {
    throw new CommandError(
      `Found no vendor.yaml in ${schema}. Name the schema folder with --schema.`,
    );
  }
  const text = await readFile(file, "utf8");
  const vendor: unknown = parse(text);
  const present = isMap(vendor) ? vendor["client"] : undefined;
  if (isDeepStrictEqual(present, { name, version })) return;
  if (isCheck) {
    throw new CommandError(
      `\`client\` of ${join(schema, "vendor.yaml")} is not ${String(name)} ${String(version)}, as package.json says.\n` +
        `To update it: ${COMMAND} generate --package`,
    );
  }
  await replaceFile(file, setKey(text, ["client"], { name, version }));
  io.out(`Set the version of the client to ${String(version)}.`);
}
