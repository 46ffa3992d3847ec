/** Programs as one bundle, minified and compressed: what the tables of sizes count. */
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";

export const OPTIONS: Readonly<Record<Target, OwnOptions>> = {
  node: { platform: "node" },
  browser: { platform: "browser" },
  worker: { platform: "browser", conditions: ["workerd", "worker", "browser"] },
};

/**
 * Bytes of a program, minified by esbuild and compressed by gzip.
 * @param folder The folder from which its packages are found.
 */
export async function sizeOf(
  source: string,
  folder = "bench",
  target: Target = "node",
): Promise<number> {
  const { outputFiles } = await bundle(source, folder, { tsconfigRaw: {}, ...OPTIONS[target] });
  return outputFiles.reduce((size, { contents }) => size + gzipSync(contents).length, 0);
}

/** Bytes that a page loads at its start, where the bundler makes a file for each `import()`. */
export async function firstSizeOf(source: string, folder: string): Promise<number> {
  const options = { tsconfigRaw: {}, ...OPTIONS.browser, splitting: true };
  const { outputFiles, metafile } = await bundle(source, folder, options);
  const files = new Set(Object.keys(metafile.outputs).filter((path) => path.endsWith("/stdin.js")));
  for (const file of files)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === "import-statement") files.add(path);
  const first = outputFiles.filter(({ path }) => files.has(relative("", path)));
  return first.reduce((size, { contents }) => size + gzipSync(contents).length, 0);
}

/** Bundles a program with esbuild, and keeps the result in memory. */
export function bundle(source: string, folder: string, options: OwnOptions) {
  return build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
    metafile: true,
    outdir: "bench/dist",
    ...options,
  });
}

/** Place where a program runs. A worker finds packages by the conditions that Cloudflare's tools set. */
export type Target = "node" | "browser" | "worker";

type OwnOptions = Pick<
  BuildOptions,
  | "alias"
  | "conditions"
  | "define"
  | "minify"
  | "minifySyntax"
  | "platform"
  | "splitting"
  | "tsconfig"
  | "tsconfigRaw"
>;
