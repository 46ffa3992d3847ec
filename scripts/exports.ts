/**
 * Makes of the table of exports (`src/exports.ts`) what packages and tools read: the modules in `src/runtime/`,
 * `exports` in the manifests, and `paths` in `tsconfig.json`. `npm run codegen` writes them.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import {
  CLIENT,
  DATA,
  type Names,
  PASSED_ON,
  RUNTIME,
  RUNTIME_ROOT,
  type Subpath,
} from "../src/exports.js";

/** Makes all files of the table, in the format of the project. */
export async function makeFiles(): Promise<readonly MadeFile[]> {
  const modules = Object.entries<Subpath>(RUNTIME).map(([name, subpath]) => ({
    path: `${RUNTIME_FOLDER}/${name}.ts`,
    text: printModule(name, subpath),
  }));
  const files: readonly MadeFile[] = [
    ...modules,
    { path: `${RUNTIME_FOLDER}/index.ts`, text: printRoot() },
    setKey("package.json", ["exports"], listClientExports()),
    setKey(`${RUNTIME_FOLDER}/package.json`, ["exports"], listRuntimeExports()),
    setKey("tsconfig.json", ["compilerOptions", "paths"], toPaths(listSources())),
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

// ---- Modules of the runtime

const HEADER = "// Made of src/exports.ts by `npm run codegen`. Do not edit.\n\n";

/** Prints the module of a subpath, with one export for each module of the sources. */
function printModule(subpath: string, { about, names }: Subpath): string {
  const namesByModule = new Map<string, string[]>();
  for (const part of Object.values(names)) {
    for (const [module, list] of Object.entries<Names[string]>(part))
      namesByModule.set(module, [...(namesByModule.get(module) ?? []), ...list]);
  }
  const folder = posix.dirname(`runtime/${subpath}`);
  const lines = [...namesByModule].map(([module, list]) => {
    // A module such as `#explain` has another file on each platform.
    const from = module.startsWith("#") ? module : `${posix.relative(folder, module)}.js`;
    return printExport(list, from);
  });
  return `${HEADER}/** ${about} */\n${lines.join("")}`;
}

function printRoot(): string {
  const whole = RUNTIME_ROOT.all.map((name) => printExport(["*"], `./${name}.js`));
  const chosen = Object.entries(RUNTIME_ROOT.some).map(([name, list]) =>
    printExport(list, `./${name}.js`),
  );
  return `${HEADER}/** ${RUNTIME_ROOT.about} */\n${[...whole, ...chosen].join("")}`;
}

function printExport(names: readonly string[], from: string): string {
  if (names.includes("*")) return `export * from "${from}";\n`;
  const areTypes = names.every((name) => name.startsWith("type "));
  const list = names.map((name) => (areTypes ? name.replace("type ", "") : name)).join(", ");
  return `export ${areTypes ? "type " : ""}{ ${list} } from "${from}";\n`;
}

// ---- Manifests and settings

/** `exports` of `typewire`: for each subpath a file for each platform, but for those with data alone. */
function listClientExports(): Exports {
  const isData = (subpath: string): boolean => DATA.some((each) => each === subpath);
  const generated = Object.entries(CLIENT).map(([subpath, module]) => {
    const types = `./dist/generated/${module}.d.ts`;
    const files = isData(subpath) ? { default: `./dist/data/${module}.js` } : listPlatforms(module);
    return [subpath, { types, ...files }] as const;
  });
  const passedOn = PASSED_ON.map((subpath) => {
    const name = subpath.slice(2);
    return [subpath, { types: `./dist/types/${name}.d.ts`, ...listPlatforms(name) }] as const;
  });
  const root = { types: "./dist/types/runtime.d.ts", default: "./dist/types/runtime.js" };
  return {
    ...Object.fromEntries<Exports[string]>([...generated, ...passedOn]),
    "./runtime": root,
    ...MANIFEST,
  };
}

function listPlatforms(name: string): Readonly<Record<string, string>> {
  const node = `./dist/node/${name}.js`;
  return { node, deno: node, bun: node, default: `./dist/portable/${name}.js` };
}

function listRuntimeExports(): Exports {
  const subpaths = Object.keys(RUNTIME).map((name) => [`./${name}`, toRuntimeFile(name)] as const);
  return { ".": toRuntimeFile("index"), ...Object.fromEntries(subpaths), ...MANIFEST };
}

function toRuntimeFile(name: string): Readonly<Record<string, string>> {
  return { types: `./dist/types/runtime/${name}.d.ts`, default: `./dist/${name}.js` };
}

const MANIFEST = { "./package.json": "./package.json" };

function toPaths(
  sources: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, [`./${path}`]]));
}

/** Replaces the value of a key in a file of JSON, or that of a key inside it. */
function setKey(
  path: string,
  [key, innerKey]: readonly [key: string, innerKey?: string],
  value: object,
): MadeFile {
  const content = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>; // a manifest or settings
  const changed = innerKey === undefined ? value : { ...content[key], [innerKey]: value };
  return { path, text: JSON.stringify({ ...content, [key]: changed }, null, 2) };
}

// ---- Types

/** A file that the table decides, wholly or in part. */
export interface MadeFile {
  readonly path: string;
  readonly text: string;
}

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
