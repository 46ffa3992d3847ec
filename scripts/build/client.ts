/**
 * Builds `dist` of the package `typewire`: the runtime, bound to the default vendor. It includes the
 * runtime's code, because a second package takes as long to load as all of the code. Each half is one
 * file, and neither loads the other. Declarations import the runtime's by name.
 *
 * `node/` and `portable/` have the same files, each with its own `#platform` built in. A bundler drops texts of
 * `portable/` alone (`src/base/explain.ts`).
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { posix, relative, resolve } from "node:path";
import type { Plugin } from "rolldown";
import runtime from "../../src/runtime/package.json" with { type: "json" };
import { CLIENT, DATA, PASSED_ON } from "../../src/exports.js";
import { bundleInto, MINIFY, MINIFY_DATA, type BundleOptions } from "./bundle.js";
import { writeFiles } from "./files.js";
import { SHARED_MODULES, PLATFORMS } from "./runtime.js";

/** Groups that become one file each: loading another file would take longer than the code in it. */
const GROUPS = [
  // Client and toolkit check the names of their options, and read media types.
  { name: "shared", test: SHARED_MODULES },
  // Includes the calls of methods, which need a client.
  {
    name: "client",
    test: /\/src\/(?:request\/(?:client\/|sdk\/(?:calls|methods)\.)|runtime\/(?:client|calls)\.)|\/generated\/client(?:-catalog)?\./,
  },
  {
    name: "endpoint",
    test: /\/src\/(?:request\/endpoint\/|runtime\/endpoint\.)|\/generated\/(?:endpoint|endpoint-catalog|route-exceptions)\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:base\/expect\.|http\/(?:closing|request)\.|receive\/(?:webhooks|middleware)\/|runtime\/webhooks\.)|\/src\/receive\/signatures\/(?:algorithms|any-port|plan\/(?:header-format|plan|signed-content)|platform|readers|scheme|secrets)\b|\/generated\/(?:constants|event-names|webhook-catalog|webhooks)\./,
  },
];

/** Programs load samples when they need them, one event at a time. */
const DATA_FOLDERS = ["samples"];

const DATA_GROUPS = [...DATA_FOLDERS, "schemas"].map((name) => ({
  name,
  test: new RegExp(`/generated/${name}/shared\\.`),
}));

/** Bundles the runtime, which generated modules import by the name of its package. */
const runtimeFromSources: Plugin = {
  name: "runtime-from-sources",
  resolveId: (source) =>
    source.startsWith(`${runtime.name}/`)
      ? resolve(`src/runtime/${source.slice(runtime.name.length + 1)}.ts`)
      : null,
};

/**
 * Keeps samples and schemas in their own files, apart from their loaders: `import("./events/push.js")` of
 * `generated/samples/index.ts` is `import("../data/samples/events/push.js")` in `dist/node/testing.js`.
 * The path is known when that file is printed; until then it begins with `#data/`.
 */
const separateData: Plugin = {
  name: "separate-data",
  resolveId(source, importer) {
    const [, folder] = /\/generated\/(\w+)\/(?:index|loaders)\.ts$/.exec(importer ?? "") ?? [];
    if (folder === undefined || !/^\.\/(?:events|routes)\//.test(source)) return null;
    return { id: `#data/${folder}/${source.slice(2)}`, external: true };
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll('"#data/', `"${posix.relative(posix.dirname(fileName), "../data")}/`),
};

/** Lists the sources of each file, for the checks of packages. It is not packed. */
export const SOURCES_FILE = "dist/sources.json";

export async function buildClient(): Promise<void> {
  // Files of an earlier build would be packed, too.
  rmSync("dist", { recursive: true, force: true });
  const sources: Record<string, readonly string[]> = {};
  const bundleAndList = async (folder: string, options: BundleOptions): Promise<void> => {
    for (const { fileName, moduleIds } of await bundleInto(folder, options))
      sources[`${folder}/${fileName}`] = moduleIds.map((id) => relative("", id));
  };
  const plugins = [runtimeFromSources, separateData];
  for (const platform of PLATFORMS) {
    const alias = { "#platform": resolve(`src/receive/signatures/platform.${platform}.ts`) };
    const input = { ...listModules(), ...listPassedOn(), ...readModules("methods") };
    const isExplained = platform === "node";
    const options = { input, groups: GROUPS, alias, plugins, minify: MINIFY, isExplained };
    await bundleAndList(`dist/${platform}`, options);
  }
  await bundleAndList("dist/data", {
    input: readData(),
    groups: DATA_GROUPS,
    plugins: [runtimeFromSources],
    minify: MINIFY_DATA,
  });
  // The command that leads to typewire-cli, outside of `sources`, because no program imports it.
  await bundleInto("dist/command", {
    input: { launcher: "./cli/launcher.ts" },
    platform: "node",
    external: /^node:/,
  });
  writeFileSync(SOURCES_FILE, JSON.stringify(sources, null, 2));
}

/** The generated modules with code that are subpaths, by the path of the output without its ending. */
function listModules(): Readonly<Record<string, string>> {
  return listGenerated((subpath) => !DATA_SUBPATHS.includes(subpath));
}

/** The generated modules that are subpaths and hold only data. */
function listDataModules(): Readonly<Record<string, string>> {
  return listGenerated((subpath) => DATA_SUBPATHS.includes(subpath));
}

const DATA_SUBPATHS: readonly string[] = DATA;

/** Modules for a `*` are no files of one name: `readModules` finds them. */
function listGenerated(isWanted: (subpath: string) => boolean): Readonly<Record<string, string>> {
  const modules = Object.entries(CLIENT).filter(
    ([subpath, module]) => !module.includes("*") && isWanted(subpath),
  );
  return Object.fromEntries(modules.map(([, module]) => [module, `./generated/${module}.ts`]));
}

/** The modules of the runtime that are subpaths of this package, too. */
function listPassedOn(): Readonly<Record<string, string>> {
  const names = PASSED_ON.map((subpath) => subpath.slice(2));
  return Object.fromEntries(names.map((name) => [name, `./src/runtime/${name}.ts`]));
}

/**
 * Writes the declarations of subpaths that are those of the runtime, and `typewire/runtime`, which is another
 * name of its package.
 */
export function writePassedOn(): void {
  const names = PASSED_ON.map((subpath) => subpath.slice(2));
  const printAll = (module: string): string => `export * from ${JSON.stringify(module)};\n`;
  writeFiles("dist/types", [
    ...names.map((name) => [`${name}.d.ts`, printAll(`${runtime.name}/${name}`)] as const),
    ["runtime.d.ts", printAll(runtime.name)],
    ["runtime.js", printAll(runtime.name)],
  ]);
}

/** The modules of a generated folder, by the path of the output without its ending. */
function readModules(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(`generated/${folder}`, { recursive: true, encoding: "utf8" });
  const paths = files.map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
  const modules = paths.filter((path) => path.endsWith(".ts"));
  return Object.fromEntries(
    modules.map((path) => [path.replace(/\.ts$/, ""), `./generated/${path}`]),
  );
}

/** The modules that hold only data, by the path of the output without its ending. */
function readData(): Readonly<Record<string, string>> {
  return Object.assign(
    listDataModules(),
    ...DATA_FOLDERS.map((folder) => readModules(`${folder}/events`)),
    readModules("schemas"),
  ) as Readonly<Record<string, string>>; // the type of many parts is `any`
}
