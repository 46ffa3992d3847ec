/**
 * Builds `dist` of the package `typewire`: the runtime, bound to the default vendor. It includes the
 * runtime's code, because a second package takes as long to load as all of the code. Each half is one
 * file, and neither loads the other. Declarations import the runtime's by name.
 *
 * `node/` and `portable/` have the same files, each with its own `#platform` built in.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { posix, relative, resolve } from "node:path";
import type { Plugin } from "rolldown";
import manifest from "../../package.json" with { type: "json" };
import runtime from "../../src/runtime/package.json" with { type: "json" };
import { bundleInto, MINIFY, MINIFY_DATA, type BundleOptions } from "./bundle.js";
import { OPTION_NAMES, PLATFORMS } from "./runtime.js";

/** Groups that become one file each: loading another file would take longer than the code in it. */
const GROUPS = [
  // Client and toolkit check the names of their options.
  { name: "option-names", test: OPTION_NAMES },
  // Includes the calls of methods, which need a client.
  {
    name: "client",
    test: /\/src\/(?:request\/(?:client\/|sdk\/(?:calls|methods)\.)|(?:runtime|entries)\/client\.|runtime\/calls\.)|\/generated\/client-catalog\./,
  },
  {
    name: "endpoint",
    test: /\/src\/(?:request\/endpoint\/|(?:runtime|entries)\/endpoint\.)|\/generated\/(?:endpoint-catalog|route-exceptions)\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:base\/expect\.|receive\/(?:webhooks|middleware)\/|(?:runtime|entries)\/webhooks\.|entries\/scheme\.)|\/src\/receive\/signatures\/(?:algorithms|content|plan\/plan|platform|raw-data|scheme)\b|\/generated\/(?:constants|event-names|webhook-catalog)\./,
  },
];

/** Programs load samples when they need them, one event at a time. */
const DATA_FOLDERS = ["samples"];

const DATA_GROUPS = [...DATA_FOLDERS, "schemas"].map((name) => ({
  name,
  test: new RegExp(`/generated/${name}/shared\\.`),
}));

/** Makes `typewire/runtime` another name of the runtime's package. */
const runtimeByName: Plugin = {
  name: "runtime-by-name",
  resolveId: (source) =>
    source === "../runtime/index.js" ? { id: runtime.name, external: true } : null,
};

/** Keeps samples and schemas in their own files, apart from their loaders. */
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

/** The public name of a module of the runtime. */
export function nameRuntimeModule(subpath: string): string {
  return subpath === "index" ? runtime.name : `${runtime.name}/${subpath}`;
}

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
  const plugins = [runtimeByName, separateData];
  for (const platform of PLATFORMS) {
    const alias = {
      "#platform": resolve(`src/receive/signatures/platform.${platform}.ts`),
      [`${runtime.name}/calls`]: resolve("src/runtime/calls.ts"),
    };
    const input = { ...readEntries(), ...readModules("methods") };
    const options = { input, groups: GROUPS, alias, plugins, minify: MINIFY };
    await bundleAndList(`dist/${platform}`, options);
  }
  await bundleAndList("dist/data", {
    input: readData(),
    groups: DATA_GROUPS,
    alias: { [`${runtime.name}/schemas`]: resolve("src/runtime/schemas.ts") },
    minify: MINIFY_DATA,
  });
  writeFileSync(SOURCES_FILE, JSON.stringify(sources, null, 2));
}

/** The sources of all subpaths, by the path of the output without its ending. */
function readEntries(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listEntryNames().map((name) => {
      const source = isPassedOn(name) ? name.replace(/^entries/, "runtime") : name;
      return [name.replace(/^entries\//, ""), `./src/${source}.ts`];
    }),
  );
}

/** The entries below `src/`, as the manifest lists their declarations. */
function listEntryNames(): readonly string[] {
  const outputs = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "object" && !target.default.startsWith("./dist/data/") ? target.types : [],
  );
  return outputs.flatMap((output) => /^\.\/dist\/src\/(.+)\.d\.ts$/.exec(output)?.[1] ?? []);
}

/** True for an entry without a source: it is the runtime's module of that name. */
function isPassedOn(name: string): boolean {
  return !existsSync(`src/${name}.ts`);
}

/** The declarations of entries without a source, by their paths below `dist/src/`. */
export function printPassedOn(): readonly (readonly [path: string, text: string])[] {
  return listEntryNames()
    .filter(isPassedOn)
    .map((name) => {
      const module = nameRuntimeModule(name.replace(/^entries\//, ""));
      return [`${name}.d.ts`, `export * from ${JSON.stringify(module)};\n`];
    });
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
    { routes: "./src/entries/routes.ts", responses: "./src/entries/responses.ts" },
    ...DATA_FOLDERS.map((folder) => readModules(`${folder}/events`)),
    readModules("schemas"),
  ) as Readonly<Record<string, string>>; // the type of many parts is `any`
}
