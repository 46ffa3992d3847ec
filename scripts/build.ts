/**
 * Builds `dist/`: declarations as the sources are divided, modules bundled into few files, because
 * each file that is imported delays the start of a program.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { relative } from "node:path";
import { rolldown, type Plugin, type PreRenderedChunk } from "rolldown";
import manifest from "../package.json" with { type: "json" };

const dependencies = new RegExp(`^(?:${Object.keys(manifest.dependencies).join("|")})(?:/|$)`);

/**
 * What several subpaths share. Each half is one file together with its subpath, from which the others
 * import; neither half loads the other. Both middlewares are one file, so that the root has one file
 * to load for them in place of three.
 */
const groups = [
  {
    name: "endpoint",
    test: /\/src\/(?:(?:entries\/)?endpoint[/.-]|version)|\/generated\/(?:endpoint-catalog|route-exceptions)\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:webhooks\/|entries\/webhooks\.)|\/generated\/(?:constants|event-names|webhook-catalog)\./,
  },
  // What verifies the signature of a body: `typewire/methods` needs no more of the toolkit.
  {
    name: "signature",
    test: /\/src\/signatures\/(?:algorithms|body-scheme|raw-data|secret|verify)\./,
  },
  { name: "middleware", test: /\/src\/middleware\// },
  { name: "validators", test: /\/generated\/validators\/shared\./ },
  { name: "samples", test: /\/generated\/samples\/shared\./ },
];

/**
 * Where a subpath only passes on what a shared file has, the root imports the shared file; it is
 * left with an import of the subpath that names nothing. No module here has side effects, and each
 * file that is loaded costs a program time at its start.
 */
const withoutBareImports: Plugin = {
  name: "without-bare-imports",
  renderChunk: (code) => code.replace(/^import "\.[^"\n]+";\n/gm, ""),
};

// What an earlier build left behind would be packed too.
rmSync("dist", { recursive: true, force: true });
await bundle();
process.exitCode = emitDeclarations();

async function bundle(): Promise<void> {
  const bundler = await rolldown({
    input: readEntries(),
    // What others ask for stays as it is: `#platform` too, which each platform maps its own way.
    external: (id) => /^(?:node:|#)/.test(id) || dependencies.test(id),
    platform: "neutral",
    tsconfig: false, // its `paths` lead from `#platform` to a source
    resolve: { extensionAlias: { ".js": [".ts"] } },
    transform: { target: "es2022" },
    treeshake: { moduleSideEffects: false },
    plugins: [withoutBareImports],
    optimization: { inlineConst: { mode: "all" } },
    // What entries export would be the same anyway; groups that take no dependencies in ask for it.
    preserveEntrySignatures: "allow-extension",
  });
  await bundler.write({
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: nameChunk,
    codeSplitting: { includeDependenciesRecursively: false, groups },
    minify: false,
    comments: { annotation: true, jsdoc: false, legal: true },
  });
}

/** A module that is loaded when it is needed keeps its place. */
function nameChunk({ isDynamicEntry, facadeModuleId }: PreRenderedChunk): string {
  if (!isDynamicEntry || facadeModuleId == null) return "chunks/[name].js";
  return relative(".", facadeModuleId).replace(/\.ts$/, ".js");
}

/** The sources of all that `package.json` names, by the path of the output without its ending. */
function readEntries(): Record<string, string> {
  const exported = Object.values(manifest.exports).map((target) =>
    typeof target === "string" ? target : target.default,
  );
  const outputs = [...exported, ...Object.values(manifest.imports).flatMap(Object.values<string>)];
  const names = outputs.flatMap((output) => /^\.\/dist\/(.+)\.js$/.exec(output)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, `./${name}.ts`]));
}

function emitDeclarations(): number {
  // By path: two versions of the compiler are installed, and either could own the name `tsc`.
  const compiler = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"];
  return spawnSync(process.execPath, compiler, { stdio: "inherit" }).status ?? 1;
}
