/**
 * Builds `dist/`: declarations as the sources are divided, and modules bundled into few files, because
 * each file that is imported delays the start of a program. `package.json` maps every subpath to one
 * of two folders, `node/` and `portable/`: resolving a platform's own file at run time through
 * `imports` would take longer than loading it.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { posix, resolve } from "node:path";
import { rolldown, type InputOptions, type Plugin } from "rolldown";
import manifest from "../package.json" with { type: "json" };

const PLATFORMS = ["node", "portable"];

const dependencies = new RegExp(`^(?:${Object.keys(manifest.dependencies).join("|")})(?:/|$)`);

/**
 * What several subpaths share. Each half is one file together with its subpath, from which the others
 * import; neither half loads the other. The middlewares are part of the half that they serve: a
 * receiver needs one of them, and a file costs more than the code in it.
 */
const groups = [
  {
    name: "endpoint",
    test: /\/src\/(?:(?:entries\/)?endpoint[/.-]|version)|\/generated\/(?:endpoint-catalog|route-exceptions)\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:webhooks|middleware)\/|\/src\/entries\/(?:webhooks|scheme)\.|\/src\/signatures\/(?:algorithms|body-scheme|platform|raw-data|secret|verify)\.|\/generated\/(?:constants|event-names|webhook-catalog)\./,
  },
];

/** Validators and samples are loaded when they are needed, one event at a time. */
const DATA_FOLDERS = ["validators", "samples"];

const dataGroups = DATA_FOLDERS.map((name) => ({
  name,
  test: new RegExp(`/generated/${name}/shared\\.`),
}));

/**
 * Where a subpath only passes on what a shared file has, the root imports the shared file; it is
 * left with an import of the subpath that names nothing. No module here has side effects, and each
 * file that is loaded costs a program time at its start.
 */
const withoutBareImports: Plugin = {
  name: "without-bare-imports",
  renderChunk: (code) => code.replace(/^import "\.[^"\n]+";\n/gm, ""),
};

/** Validators and samples are the same on every platform: both folders import the one copy. */
const sharedData: Plugin = {
  name: "shared-data",
  resolveId(source, importer) {
    const [, folder] = /\/generated\/(\w+)\/index\.ts$/.exec(importer ?? "") ?? [];
    if (folder === undefined || !source.startsWith("./events/")) return null;
    return { id: `#data/${folder}/${source.slice(2)}`, external: true };
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll('"#data/', `"${posix.relative(posix.dirname(fileName), "../data")}/`),
};

// What an earlier build left behind would be packed too.
rmSync("dist", { recursive: true, force: true });
await bundle("dist/data", readData(), { groups: dataGroups });
for (const platform of PLATFORMS) {
  const alias = { "#platform": resolve(`src/signatures/platform.${platform}.ts`) };
  await bundle(`dist/${platform}`, readEntries(), { groups, alias, plugins: [sharedData] });
}
process.exitCode = emitDeclarations();

interface BundleOptions {
  readonly groups: readonly { readonly name: string; readonly test: RegExp }[];
  readonly alias?: Record<string, string>;
  readonly plugins?: readonly Plugin[];
}

async function bundle(
  dir: string,
  input: NonNullable<InputOptions["input"]>,
  { groups, alias = {}, plugins = [] }: BundleOptions,
): Promise<void> {
  const bundler = await rolldown({
    input,
    external: (id) => id.startsWith("node:") || dependencies.test(id),
    platform: "neutral",
    tsconfig: false, // its `paths` are for one platform
    resolve: { alias, extensionAlias: { ".js": [".ts"] } },
    transform: { target: "es2022" },
    treeshake: { moduleSideEffects: false },
    plugins: [...plugins, withoutBareImports],
    optimization: { inlineConst: { mode: "all" } },
    // What entries export would be the same anyway; groups that take no dependencies in ask for it.
    preserveEntrySignatures: "allow-extension",
  });
  await bundler.write({
    dir,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: { includeDependenciesRecursively: false, groups: [...groups] },
    minify: false,
    comments: { annotation: true, jsdoc: false, legal: true },
  });
}

/** The sources of all subpaths, by the path of the output without its ending. */
function readEntries(): Record<string, string> {
  const outputs = Object.values(manifest.exports).flatMap((target) =>
    typeof target === "object" && "node" in target ? target.types : [],
  );
  const names = outputs.flatMap((output) => /^\.\/dist\/src\/(.+)\.d\.ts$/.exec(output)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [name.replace(/^entries\//, ""), `./src/${name}.ts`]),
  );
}

/** Files that hold nothing but data, by the path of the output without its ending. */
function readData(): Record<string, string> {
  const paths = DATA_FOLDERS.flatMap((folder) =>
    readdirSync(`generated/${folder}/events`).map((file) => `${folder}/events/${file}`),
  );
  const events = paths.map((path) => [path.replace(/\.ts$/, ""), `./generated/${path}`] as const);
  return Object.fromEntries([["routes", "./src/entries/routes.ts"], ...events]);
}

function emitDeclarations(): number {
  // By path: two versions of the compiler are installed, and either could own the name `tsc`.
  const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"];
  return spawnSync(process.execPath, compiler, { stdio: "inherit" }).status ?? 1;
}
