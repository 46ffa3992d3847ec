import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a program that imports this costs: bundled for Node, minified, compressed, in bytes. */
export async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: "bench" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    tsconfigRaw: {},
  });
  return outputFiles.reduce((size, { contents }) => size + gzipSync(contents).length, 0);
}
