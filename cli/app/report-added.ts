/** Says what `add` has done, and what the app still lacks. */
import { count } from "../../codegen/model/messages.js";
import type { Output, SchemaModel } from "../../codegen/model/model.js";
import type { GeneratedFile } from "../../codegen/emit/print/file.js";
import type { CliIo } from "../io/io.js";
import type { Manifest } from "../package/manifest.js";
import { COMMAND } from "../io/tool.js";
import { APP_FILE } from "./app-file.js";
import { type ImportedFolder, printFirstCall } from "./first-call.js";
import { type Extension, readCompilerOptions } from "./tsconfig.js";
import type { AddedPackage } from "./dependencies.js";

/** Prints five lines: what was added, what was changed, what to do, and the first call. */
export function reportAdded(
  { folder, imported, model, generated, outputs, extension, ...added }: AddedSdk,
  io: CliIo,
): void {
  const { packages, manager, isInstalled } = added;
  const { routes, events } = model;
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "event")] : []),
  ];
  const packageNames = packages.map(
    ({ name, isDevelopment }) => `${name}${isDevelopment ? " (dev)" : ""}`,
  );
  const changed =
    packages.length === 0 ? APP_FILE : `${APP_FILE}, and package.json (${packageNames.join(", ")})`;
  const call = `first call${imported.from === undefined ? "" : `, from ${imported.from}`}:`;
  const next =
    packages.length === 0 || isInstalled
      ? `Nothing is left to install. The ${call}`
      : `Install what is new: ${manager} install. Then the ${call}`;
  io.out(`Added ${folder}: ${parts.join(" and ")} in ${count(generated.length, "file")}.`);
  io.out(`Changed ${changed}.`);
  io.out(next);
  const firstCall = printFirstCall(model, imported, outputs, extension);
  for (const line of firstCall) io.out(`  ${line}`);
}

/**
 * Describes how much the SDK lacks, with the command that lists it. The command reads the description again, and
 * writes nothing.
 */
export function describeLosses(
  losses: readonly string[],
  name: string,
  from: readonly string[],
): readonly string[] {
  if (losses.length === 0) return [];
  const input = from.includes("-") ? " --from -" : "";
  return [...losses, `To list it: ${COMMAND} update ${name}${input} --dry-run --verbose`];
}

/** Lists hints at settings that the app lacks, without which the SDK may not run. */
export function listHints(
  app: string,
  { value }: Manifest,
  extension: Extension,
  isAssumed: boolean,
): readonly string[] {
  const isCompiled = extension !== ".ts" || !isAssumed || readCompilerOptions(app) !== undefined;
  return [
    ...(extension === "" || value["type"] === "module" ? [] : [NO_MODULE]),
    ...(isCompiled ? [] : [NO_COMPILER]),
  ];
}

const NO_MODULE =
  "The SDK is an ES module, and package.json does not say that the app is one. For Node: npm pkg set type=module";

const NO_COMPILER =
  "There is no tsconfig.json, so imports end with .ts, which Node takes from 22.18 on. For another end, write " +
  `\`extensions: .js\` into the entry of ${APP_FILE}, and run \`${COMMAND} update\`.`;

/** An SDK that was added to an app. */
interface AddedSdk {
  readonly folder: string;
  readonly imported: ImportedFolder;
  readonly model: SchemaModel;
  readonly generated: readonly GeneratedFile[];
  readonly outputs: readonly Output[];
  readonly extension: Extension;
  /** Packages that the app lacked. */
  readonly packages: readonly AddedPackage[];
  readonly manager: string;
  readonly isInstalled: boolean;
}
