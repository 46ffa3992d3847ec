/** The name and the version of a package in its `vendor.yaml`. The client sends them as its `user-agent`. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { replaceFile } from "../../codegen/files/drafts.js";
import { mapOf } from "../../codegen/model/json.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { COMMAND } from "../io/tool.js";
import { expectManifest } from "./manifest.js";
import { setKey } from "./vendor.js";

/**
 * Writes the name and the version of the package as `client` into `vendor.yaml`. A check writes nothing.
 * @throws CommandError if there is no package or no `vendor.yaml`, or if a check finds another name or
 * version.
 */
export async function stampClient(schema: string, isCheck: boolean, io: CliIo): Promise<void> {
  const { name, version } = (await expectManifest(schema, io)).value;
  const file = join(resolve(locate(io, schema)), "vendor.yaml");
  if (!existsSync(file)) {
    throw new CommandError(
      `Found no vendor.yaml in ${schema}. Name the schema folder with --schema.`,
    );
  }
  const text = await readFile(file, "utf8");
  const present = mapOf(parse(text))["client"];
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
