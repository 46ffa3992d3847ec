import { SourceMap } from "node:module";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { concerns } from "./concerns.js";

export interface Share {
  readonly concern: string;
  readonly bytes: number;
}

export interface Shares {
  /** Of the bundle, minified and compressed. */
  readonly total: number;
  /** The largest first; together they are the total. */
  readonly shares: readonly Share[];
}

/**
 * Divides a bundle among its concerns: what each saves when its text is left out before compression,
 * scaled so that the savings add up to the whole.
 */
export async function measureShares(source: string): Promise<Shares> {
  const { text, owners } = await bundle(source);
  const total = sizeOf(text);
  const names = [...new Set(owners)];
  const saved = names.map((concern) => {
    const rest = text
      .split("")
      .filter((_, index) => owners[index] !== concern)
      .join("");
    return { concern, bytes: total - sizeOf(rest) };
  });
  const sum = saved.reduce((all, { bytes }) => all + bytes, 0);
  const shares = saved
    .map(({ concern, bytes }) => ({ concern, bytes: Math.round((bytes * total) / sum) }))
    .sort((one, other) => other.bytes - one.bytes);
  return { total, shares };
}

function sizeOf(text: string): number {
  return gzipSync(text).length;
}

interface Bundle {
  readonly text: string;
  /** For each character of the text the concern that it serves. */
  readonly owners: readonly string[];
}

async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ".", sourcefile: "program" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    charset: "utf8",
    sourcemap: "external",
    outfile: "bundle.js",
    write: false,
    alias: { "#platform": "./src/signatures/platform.node.ts" },
  });
  const find = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const text = find(".js");
  // What esbuild writes is what Node reads: the format of source maps, version 3.
  const map = new SourceMap(JSON.parse(find(".map")) as ConstructorParameters<typeof SourceMap>[0]);
  const owners: string[] = [];
  for (const [line, content] of text.split("\n").entries()) {
    for (let column = 0; column <= content.length; column += 1) {
      const entry = map.findEntry(line, column);
      owners.push(concernOf("originalSource" in entry ? entry.originalSource : "program"));
    }
  }
  return { text, owners };
}

function concernOf(path: string): string {
  const [concern] = concerns.find(([, modules]) => modules.test(path)) ?? [];
  return concern ?? /(?:src|generated)\/.*$/.exec(path)?.[0] ?? "the bundler's own";
}
