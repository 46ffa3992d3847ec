/**
 * Lays out the runtime for JSR in `.cache/jsr`: the built files, each with its declarations, whose imports
 * have their real endings. It omits the store in PostgreSQL, whose peers are only on npm.
 *
 *     npm run build && npx tsx scripts/jsr.ts && cd .cache/jsr && npx jsr publish --dry-run --allow-dirty
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { NOT_ON_JSR } from "../src/exports.js";
import manifest from "../src/runtime/package.json" with { type: "json" };

const FOLDER = ".cache/jsr";

/** Matches the module of an import or export among declarations. */
const SPECIFIER_ENDING = /(?<=\b(?:from |import\()"\.[^"\n]*)\.js(?=")/g;

rmSync(FOLDER, { recursive: true, force: true });
cpSync("src/runtime/dist", join(FOLDER, "dist"), { recursive: true });
cpSync("src/runtime/README.md", join(FOLDER, "README.md"));
cpSync("LICENSE", join(FOLDER, "LICENSE"));
completeSpecifiers("dist/types");
const config = {
  name: "@typewire/runtime",
  version: manifest.version,
  license: manifest.license,
  exports: linkDeclarations(),
  imports: {
    "#platform": manifest.imports["#platform"].deno,
    "#explain": manifest.imports["#explain"].deno,
  },
  // Git ignores the build, and JSR would leave out what git ignores.
  publish: { exclude: ["!dist", ...NOT_ON_JSR.map((name) => posix.join("dist", `${name}.js`))] },
};
writeFileSync(join(FOLDER, "jsr.json"), `${JSON.stringify(config, null, 2)}\n`);

/** Gives the imports among declarations the ending of declarations. */
function completeSpecifiers(types: string): void {
  for (const path of readdirSync(join(FOLDER, types), { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".d.ts"))
      changeFile(join(types, path), (text) => text.replace(SPECIFIER_ENDING, ".d.ts"));
  }
}

/** Names the declarations of each exported file in a comment at its start. Returns these files by subpath. */
function linkDeclarations(): Readonly<Record<string, string>> {
  const exported: Record<string, string> = {};
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    const isLeftOut = NOT_ON_JSR.some((name) => name === subpath);
    if (typeof target === "string" || isLeftOut) continue;
    const { default: code, types } = target;
    const path = posix.relative(posix.dirname(code), types);
    const specifier = path.startsWith(".") ? path : `./${path}`;
    changeFile(code, (text) => `/* @ts-self-types="${specifier}" */\n${text}`);
    exported[subpath] = code;
  }
  return exported;
}

function changeFile(path: string, change: (text: string) => string): void {
  const file = join(FOLDER, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}
