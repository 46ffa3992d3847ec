/** Says what `add` has done, and what the app still lacks. */
import { count } from "../../codegen/model/messages.js";
import type { Output, SchemaModel } from "../../codegen/model/model.js";
import type { GeneratedFile } from "../../codegen/emit/print/file.js";
import type { CliIo } from "../io/io.js";
import type { Manifest } from "../package/manifest.js";
import { COMMAND } from "../io/tool.js";
import { APP_FILE } from "./app-file.js";
import { printFirstCall } from "./first-call.js";
import type { ImportedFolder } from "./import-folder.js";
import { type Extension, readCompilerOptions } from "./tsconfig.js";
import type { AddedPackage } from "./dependencies.js";

/** Prints five lines: what was added, what was changed, what to do, and the first call. */
export function reportAdded(added: AddedSdk, io: CliIo): void {
  const { folder, imported, model, generated, outputs, extension } = added;
  const { routes, events } = model;
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "event")] : []),
  ];
  io.out(`Added ${folder}: ${parts.join(" and ")} in ${count(generated.length, "file")}.`);
  io.out(`Changed ${describeChanged(added)}.`);
  io.out(describeNext(added));
  const firstCall = printFirstCall(model, imported, outputs, extension);
  for (const line of firstCall) io.out(`  ${line}`);
}

function describeChanged({ packages }: AddedSdk): string {
  if (packages.length === 0) return APP_FILE;
  const names = packages.map(({ name, isDevelopment }) => (isDevelopment ? `${name} (dev)` : name));
  return `${APP_FILE}, and package.json (${names.join(", ")})`;
}

/** Says what is left to install, and introduces the first call. */
function describeNext({ packages, isInstalled, manager, imported }: AddedSdk): string {
  const call = `first call${imported.from === undefined ? "" : `, from ${imported.from}`}:`;
  return packages.length === 0 || isInstalled
    ? `Nothing is left to install. The ${call}`
    : `Install what is new: ${manager} install. Then the ${call}`;
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

/**
 * Lists hints at settings that the app lacks, without which the SDK may not run.
 * @param isChosen True if an option has named the extension.
 */
export function listHints(
  app: string,
  { value }: Manifest,
  extension: Extension,
  isChosen: boolean,
): readonly string[] {
  // Without an extension, a bundler resolves the modules.
  const isModule = extension === "" || value["type"] === "module";
  const isAssumed = extension === ".ts" && !isChosen && readCompilerOptions(app) === undefined;
  return [...(isModule ? [] : [NO_MODULE]), ...(isAssumed ? [NO_COMPILER] : [])];
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
