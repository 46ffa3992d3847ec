/**
 * Builds `dist` of the package `typewire`: what binds the runtime to the default vendor. It imports
 * `typewire-runtime` by name. Each half is one file, that of its subpath, and neither loads the other.
 */
import { readdirSync, rmSync } from "node:fs";
import { posix } from "node:path";
import type { Plugin } from "rolldown";
import manifest from "../../package.json" with { type: "json" };
import runtime from "../../src/runtime/package.json" with { type: "json" };
import { bundle } from "./bundle.js";
import { writeFiles } from "./files.js";

const GROUPS = [
  {
    name: "endpoint",
    test: /\/src\/entries\/endpoint\.|\/generated\/(?:endpoint-catalog|route-exceptions)\./,
  },
  {
    name: "webhooks",
    test: /\/src\/entries\/(?:webhooks|scheme)\.|\/generated\/(?:constants|event-names|webhook-catalog)\./,
  },
];

/** Validators and samples are loaded when they are needed, one event at a time. */
const DATA_FOLDERS = ["validators", "samples"];

const DATA_GROUPS = DATA_FOLDERS.map((name) => ({
  name,
  test: new RegExp(`/generated/${name}/shared\\.`),
}));

/** In the sources, the runtime is a folder beside the entries; outside, it is a package. */
const runtimeByName: Plugin = {
  name: "runtime-by-name",
  resolveId(source, importer) {
    const [, subpath] = /^\.[./]*\/runtime\/(.+)\.js$/.exec(source) ?? [];
    if (subpath === undefined || !/\/src\/(?:entries\/|index\.ts$)/.test(importer ?? ""))
      return null;
    return { id: nameRuntimeModule(subpath), external: true };
  },
};

/** Validators and samples have files of their own, which are not bundled with their loaders. */
const separateData: Plugin = {
  name: "separate-data",
  resolveId(source, importer) {
    const [, folder] = /\/generated\/(\w+)\/index\.ts$/.exec(importer ?? "") ?? [];
    if (folder === undefined || !source.startsWith("./events/")) return null;
    return { id: `#data/${folder}/${source.slice(2)}`, external: true };
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll('"#data/', `"./${posix.relative(posix.dirname(fileName), "data")}/`),
};

/** What the rest of the world calls a module of the runtime. */
export function nameRuntimeModule(subpath: string): string {
  return subpath === "index" ? runtime.name : `${runtime.name}/${subpath}`;
}

export async function buildClient(): Promise<void> {
  // What an earlier build left behind would be packed too.
  rmSync("dist", { recursive: true, force: true });
  const plugins = [runtimeByName, separateData];
  const modules = await bundle({ input: readEntries(), groups: GROUPS, plugins });
  const data = await bundle({ input: readData(), groups: DATA_GROUPS });
  writeFiles(
    "dist",
    modules.map(({ fileName, code }) => [fileName, code]),
  );
  writeFiles(
    "dist/data",
    data.map(({ fileName, code }) => [fileName, code]),
  );
}

/** The sources of all subpaths, by the path of the output without its ending. */
function readEntries(): Readonly<Record<string, string>> {
  const outputs = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "object" && !target.default.startsWith("./dist/data/") ? target.types : [],
  );
  const names = outputs.flatMap((output) => /^\.\/dist\/src\/(.+)\.d\.ts$/.exec(output)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [name.replace(/^entries\//, ""), `./src/${name}.ts`]),
  );
}

/** Files that hold nothing but data, by the path of the output without its ending. */
function readData(): Readonly<Record<string, string>> {
  const paths = DATA_FOLDERS.flatMap((folder) =>
    readdirSync(`generated/${folder}/events`).map((file) => `${folder}/events/${file}`),
  );
  const events = paths.map((path) => [path.replace(/\.ts$/, ""), `./generated/${path}`] as const);
  return Object.fromEntries([
    ["routes", "./src/entries/routes.ts"],
    ["responses", "./src/entries/responses.ts"],
    ...events,
  ]);
}
