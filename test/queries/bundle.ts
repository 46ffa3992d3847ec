/** Bundles the programs of `examples/queries` and those of the tests here, each with the compiler of its framework. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Loader, type Plugin, transform } from "esbuild";
import { installPackages } from "../../scripts/install.js";
import { ALIASES } from "../programs/aliases.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const EXAMPLES = fileURLToPath(new URL("../../examples/queries", import.meta.url));

const modules = installPackages(HERE);
const require = createRequire(join(HERE, "package.json"));

/** Bundles a program, for Chromium or for Node, and returns its text. */
export async function bundle(
  entry: string,
  platform: "browser" | "node" = "browser",
): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    platform,
    // Both take the same files, so that what is rendered in Node has the code of the page.
    conditions: [...(platform === "browser" ? ["browser", "svelte"] : []), "development"],
    jsx: "automatic",
    nodePaths: [modules],
    define: { "process.env.NODE_ENV": '"production"', __VUE_PROD_DEVTOOLS__: "false" },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    plugins: [sources, solid, vue, svelte],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** Leads to the sources of the packages. */
const sources: Plugin = {
  name: "sources",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(?:typewire(?:-[\w-]+)?(?:\/|$)|#platform$)/ }, ({ path }) => {
      const alias = ALIASES.find(({ find }) => find.test(path));
      return alias && { path: path.replace(alias.find, alias.replacement) };
    }),
};

/** A plugin that compiles the files of a framework. */
function compiling(
  name: string,
  filter: RegExp,
  compile: (text: string, path: string) => Promise<string> | string,
  loader: Loader = "ts",
): Plugin {
  return {
    name,
    setup: ({ onLoad }) =>
      onLoad({ filter }, async ({ path }) => ({
        contents: await compile(await readFile(path, "utf8"), path),
        loader,
      })),
  };
}

const solid = compiling(
  "solid",
  /\/solid[\w-]*\.tsx$/,
  async (text) => {
    const { transformAsync } = require("@babel/core") as {
      transformAsync: (text: string, options: object) => Promise<{ readonly code: string }>;
    };
    const { code } = await transform(text, { loader: "tsx", jsx: "preserve" });
    const presets = [require("babel-preset-solid")];
    return (await transformAsync(code, { presets, configFile: false })).code;
  },
  "js",
);

const vue = compiling("vue", /\.vue$/, (text, filename) => {
  const { parse, compileScript } = require("vue/compiler-sfc") as {
    parse: (text: string, options: object) => { readonly descriptor: object };
    compileScript: (descriptor: object, options: object) => { readonly content: string };
  };
  const { descriptor } = parse(text, { filename });
  return compileScript(descriptor, { id: "app", inlineTemplate: true }).content;
});

const svelte = compiling(
  "svelte",
  /\.svelte(?:\.js)?$/,
  (text, filename) => {
    const { compile, compileModule } = require("svelte/compiler") as Record<
      "compile" | "compileModule",
      (text: string, options: object) => { readonly js: { readonly code: string } }
    >;
    return (filename.endsWith(".js") ? compileModule : compile)(text, { filename }).js.code;
  },
  "js",
);
