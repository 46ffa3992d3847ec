/** `typewire.yaml`: the list of the SDKs of an app. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { type Document, isMap as isYamlMap, isNode, parseDocument, YAMLMap } from "yaml";
import { isMissing } from "../../codegen/files/system-errors.js";
import { entriesOf } from "../../codegen/model/json.js";
import { type Diagnostic, formatDiagnostic } from "../../codegen/model/messages.js";
import type { Output } from "../../codegen/model/model.js";
import { validate } from "../../codegen/read/documents/validate.js";
import { parseYaml } from "../../codegen/read/documents/yaml-document.js";
import { CommandError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { isRemote, toSlashes } from "../io/paths.js";
import type { Extension } from "./tsconfig.js";

/** Name of the file, at the root of an app. */
export const APP_FILE = "typewire.yaml";

/** True if a command runs at the root of an app that has SDKs. */
export function hasAppFile({ cwd }: Pick<CliIo, "cwd">): boolean {
  return existsSync(join(cwd ?? ".", APP_FILE));
}

/** Descriptions as the file names them. Standard input is left out, since nobody can read it again. */
export function nameDescriptions(
  sources: readonly string[],
  app: string,
  { cwd = process.cwd() }: Pick<CliIo, "cwd">,
): readonly string[] {
  return sources
    .filter((source) => source !== "-")
    .map((source) => (isRemote(source) ? source : toSlashes(relative(app, resolve(cwd, source)))));
}

/** @throws CommandError with every complaint about the file. */
export async function readAppFile(app: string): Promise<AppFile> {
  const text = await readFile(join(app, APP_FILE), "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (text === undefined || text.trim() === "") return { text, sdks: [] };
  const diagnostics: Diagnostic[] = [];
  const document = parseYaml({ path: APP_FILE, text }, (each) => diagnostics.push(each));
  if (diagnostics.length === 0) validate(document, "app");
  if (diagnostics.length > 0)
    throw new CommandError([...diagnostics.map(formatDiagnostic), NOT_WRITTEN].join("\n"));
  const { sdks } = document.value as { readonly sdks?: Readonly<Record<string, AppEntry>> }; // validated
  return { text, sdks: entriesOf(sdks).map(([name, entry]) => toSdk(name, entry as AppEntry)) }; // validated
}

const NOT_WRITTEN = `Nothing was written. Correct ${APP_FILE}.`;

/** Adds an SDK to the text of the file. Comments and other entries stay. */
export function addSdk({ text }: AppFile, sdk: AppSdk): string {
  const document =
    text === undefined || text.trim() === ""
      ? parseDocument(`${HEAD}\nsdks:\n`)
      : parseDocument(text);
  const sdks = ensureSdks(document);
  sdks.flow = false;
  sdks.set(sdk.name, createEntry(document, sdk));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** The map of the SDKs. In place of an empty `sdks:`, it is set, and a comment there stays. */
function ensureSdks(document: Document): YAMLMap {
  const present: unknown = document.get("sdks", true);
  if (isYamlMap(present)) return present;
  const map = new YAMLMap(document.schema);
  if (isNode(present) && typeof present.comment === "string") map.commentBefore = present.comment;
  document.set("sdks", map);
  return map;
}

/** Replaces the descriptions of an SDK. */
export function setDescriptions(
  text: string,
  name: string,
  descriptions: readonly string[],
): string {
  const document = parseDocument(text);
  const value = descriptions.length === 1 ? descriptions[0] : descriptions;
  document.setIn(["sdks", name, "description"], value);
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const HEAD = `# yaml-language-server: $schema=node_modules/typewire-cli/meta/app.schema.json

# The SDKs of this app. To bring them up to date: npx typewire update`;

// ---- Entries

function toSdk(name: string, entry: AppEntry): AppSdk {
  const { service, description = [], folder, outputs, extensions } = entry;
  return {
    name,
    descriptions: [description].flat(),
    folder,
    outputs,
    ...(service !== undefined && { service }),
    ...(extensions !== undefined && { extensions: extensions === "none" ? "" : extensions }),
  };
}

function createEntry(document: Document, sdk: AppSdk): unknown {
  const { service, descriptions, folder, outputs, extensions } = sdk;
  const entry: AppEntry = {
    ...(service !== undefined && { service }),
    ...(descriptions.length > 0 && {
      description: descriptions.length === 1 ? (descriptions[0] ?? "") : descriptions,
    }),
    folder,
    outputs,
    ...(extensions !== undefined && { extensions: extensions === "" ? "none" : extensions }),
  };
  // On one line: `outputs: [client, methods]`.
  return document.createNode({ ...entry, outputs: document.createNode(outputs, { flow: true }) });
}

// ---- Types

/** An SDK that an app has. */
export interface AppSdk {
  readonly name: string;
  /** A known service. It has the descriptions if none is named. */
  readonly service?: string | undefined;
  /** Files, relative to the app, or addresses. */
  readonly descriptions: readonly string[];
  /** Relative to the app. */
  readonly folder: string;
  readonly outputs: readonly Output[];
  /** Absent: chosen by the compiler of the app. */
  readonly extensions?: Extension | undefined;
}

/** The file of an app, which may not be there yet. */
export interface AppFile {
  readonly text: string | undefined;
  readonly sdks: readonly AppSdk[];
}

/** An SDK in the file, as `app.schema.json` describes it. */
interface AppEntry {
  readonly service?: string;
  readonly description?: string | readonly string[];
  readonly folder: string;
  readonly outputs: readonly Output[];
  readonly extensions?: ".js" | ".ts" | "none";
}
