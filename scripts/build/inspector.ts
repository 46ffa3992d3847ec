/**
 * Builds `src/inspector/dist` of the package `typewire-inspector`: first the page, as one file of HTML
 * inside a module, then the handlers around it.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { rolldown } from "rolldown";
import type { InspectorPage } from "../../src/inspector/api/unbuilt-page.js";
import { bundleInto, MINIFY } from "./bundle.js";
import { writeFiles, writeLicenses } from "./files.js";

const FOLDER = "src/inspector";

/** The highest number of bytes of the page with gzip: a larger page includes a module that it does not need. */
const MAX_PAGE = 40_000;

export async function buildInspector(): Promise<void> {
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  await buildInspectorPage();
  await bundleInto(`${FOLDER}/dist`, {
    input: { index: `./${FOLDER}/index.ts` },
    alias: { "./unbuilt-page.js": resolve(FOLDER, "dist/page.js") },
    minify: MINIFY,
  });
  writeLicenses(FOLDER, ["node_modules/preact"]);
}

/** Writes the page as a module, for this package and for the command line from its sources. */
export async function buildInspectorPage(): Promise<void> {
  writeFiles(`${FOLDER}/dist`, [["page.js", await printInspectorPage()]]);
}

/** Prints a module of the page with its script and its style inside, so that it needs no other file. */
export async function printInspectorPage(): Promise<string> {
  const [script, style] = await Promise.all([bundleScript(), minifyStyle()]);
  const html = readFileSync(`${FOLDER}/page/page.html`, "utf8")
    .replace(/\n\s*/g, "")
    .replace("/* style */", () => style)
    .replace("/* script */", () => script);
  const size = gzipSync(html).length;
  if (size > MAX_PAGE) throw new Error(`The page has ${size} bytes with gzip; limit ${MAX_PAGE}.`);
  const [before = "", after = ""] = html.split("__TYPEWIRE_TOKEN__");
  const hashes = { scriptHash: hash(script), styleHash: hash(style) };
  const page: InspectorPage = { before, after, ...hashes };
  return `export const INSPECTOR_PAGE = ${JSON.stringify(page)};\n`;
}

async function bundleScript(): Promise<string> {
  const bundler = await rolldown({
    input: resolve(FOLDER, "page/app.tsx"),
    platform: "browser",
    tsconfig: false,
    resolve: { extensionAlias: { ".js": [".tsx", ".ts", ".js"] } },
    transform: { target: "es2022", jsx: { runtime: "automatic", importSource: "preact" } },
  });
  const { output } = await bundler.generate({ format: "iife", minify: true });
  await bundler.close();
  // A browser ends a script at the first `</script`, also within a text.
  return output[0].code
    .trim()
    .replace(/<\/(?=script)/gi, "<\\/")
    .replace(/<!--/g, "<\\!--");
}

/** Colours and fonts, which the site has, too; then the style of the page. */
const STYLES = ["docs/site/src/styles/tokens.css", `${FOLDER}/page/style.css`];

async function minifyStyle(): Promise<string> {
  const style = STYLES.map((file) => readFileSync(file, "utf8")).join("");
  return (await transform(style, { loader: "css", minify: true })).code.trim();
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
