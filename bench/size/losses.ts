/** A table of the bytes that a bundle would lose with each of its modules. */
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { printTable } from "../harness/table.js";
import { bundle, OPTIONS } from "./bundle.js";

/**
 * Removes one module at a time. A module alone would have more bytes: gzip writes a repetition once.
 * @param title The first cell of the table.
 */
export async function printLosses(title: string, program: string, folder: string): Promise<string> {
  const { outputFiles } = await bundle(program, folder, {
    ...OPTIONS.browser,
    tsconfig: resolve("tsconfig.json"), // maps `typewire-runtime` to its sources, a file for each module
    define: { "process.env.NODE_ENV": '"production"' },
    minify: false,
    minifySyntax: true,
  });
  const modules = outputFiles.flatMap((file) => readModules(file.text));
  const whole = await sizeOf(modules);
  const rows = await Promise.all(
    modules.map(async (module) => {
      const others = modules.filter((each) => each !== module);
      return { path: module.path, bytes: whole - (await sizeOf(others)) };
    }),
  );
  rows.sort((one, other) => other.bytes - one.bytes);
  const lines = rows.map(({ path, bytes }) => [path, bytes]);
  return printTable([title, "bytes"], [...lines, ["together", whole]]);
}

/**
 * Reads a bundle of esbuild, which writes the path of a module before its text:
 *
 *     // ../../src/base/values.ts
 *     function isObject(value) { …
 */
function readModules(text: string): readonly BundledModule[] {
  const heads = [...text.matchAll(/^\/\/ (?:\.\.\/)*(\S+\.[jt]s)$/gm)];
  return heads.map(({ 1: path = "", index }, position) => ({
    path,
    text: text.slice(index, heads[position + 1]?.index),
  }));
}

async function sizeOf(modules: readonly BundledModule[]): Promise<number> {
  const text = modules.map((module) => module.text).join("");
  const { code } = await transform(text, { minify: true, format: "esm" });
  return gzipSync(code).length;
}

interface BundledModule {
  /** In the repository. */
  readonly path: string;
  readonly text: string;
}
