/**
 * Makes of the table of exports (`src/exports.ts`) what packages and tools read: the modules in `src/runtime/`,
 * `exports` in the manifests, and `paths` in `tsconfig.json`. `npm run codegen` writes them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { CLIENT, PASSED_ON } from "../src/exports.js";
import { listClientExports, listRuntimeExports } from "./exports/manifests.js";
import { printModules } from "./exports/modules.js";

/** Makes all files of the table, in the format of the project. */
export async function makeFiles(): Promise<readonly MadeFile[]> {
  const modules = Object.entries(printModules()).map(([name, text]) => ({
    path: `${RUNTIME_FOLDER}/${name}`,
    text,
  }));
  const files: readonly MadeFile[] = [
    ...modules,
    changeJson("package.json", (manifest) => ({ ...manifest, exports: listClientExports() })),
    changeJson(`${RUNTIME_FOLDER}/package.json`, (manifest) => ({
      ...manifest,
      exports: listRuntimeExports(),
    })),
    changeJson("tsconfig.json", (settings) => ({
      ...settings,
      compilerOptions: { ...settings["compilerOptions"], paths: listPaths() },
    })),
  ];
  const { format } = await import("prettier"); // `listSources` is read by tests, which need no formatter
  return Promise.all(
    files.map(async ({ path, text }) => ({
      path,
      text: await format(text, { filepath: path, printWidth: 100 }),
    })),
  );
}

const RUNTIME_FOLDER = "src/runtime";

/** Writes the files of the table that differ. */
export async function writeExports(): Promise<void> {
  for (const { path, text } of await makeFiles()) {
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}

/** The sources of all imports by their names, as `paths` of a compiler lists them. */
export function listSources(): Readonly<Record<string, string>> {
  const client = Object.entries(CLIENT).map(
    ([subpath, module]) => [posix.join("typewire", subpath), `generated/${module}.ts`] as const,
  );
  const passedOn = PASSED_ON.map(
    (subpath) =>
      [posix.join("typewire", subpath), posix.join(RUNTIME_FOLDER, `${subpath}.ts`)] as const,
  );
  return {
    ...Object.fromEntries<string>([...client, ...passedOn]),
    "typewire/runtime": `${RUNTIME_FOLDER}/index.ts`,
    "typewire-inspector": "src/inspector/index.ts",
    "typewire-runtime": `${RUNTIME_FOLDER}/index.ts`,
    "typewire-runtime/*": `${RUNTIME_FOLDER}/*.ts`,
    "#platform": "src/receive/signatures/platform.node.ts",
  };
}

/** `paths` of a compiler, which are relative to its settings. */
function listPaths(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(listSources()).map(([name, path]) => [name, [`./${path}`]]),
  );
}

function changeJson(path: string, change: (content: JsonFile) => JsonFile): MadeFile {
  const content = JSON.parse(readFileSync(path, "utf8")) as JsonFile; // a manifest or settings
  return { path, text: JSON.stringify(change(content), null, 2) };
}

type JsonFile = Readonly<Record<string, object>>;

/** A file that the table decides, wholly or in part. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
}
