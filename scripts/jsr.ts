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

function changeFile(path: string, change: (text: string) => string): void {
  const file = join(FOLDER, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

rmSync(FOLDER, { recursive: true, force: true });
cpSync("src/runtime/dist", join(FOLDER, "dist"), { recursive: true });
cpSync("src/runtime/README.md", join(FOLDER, "README.md"));
cpSync("LICENSE", join(FOLDER, "LICENSE"));
for (const path of readdirSync(join(FOLDER, "dist/types"), { recursive: true, encoding: "utf8" })) {
  if (path.endsWith(".d.ts"))
    changeFile(join("dist/types", path), (text) => text.replace(SPECIFIER_ENDING, ".d.ts"));
}
const isLeftOut = (name: string): boolean => NOT_ON_JSR.some((each) => each === name);
const exported: Record<string, string> = {};
for (const [name, target] of Object.entries(manifest.exports)) {
  if (typeof target === "string" || isLeftOut(name)) continue;
  const { default: code, types } = target;
  const path = posix.relative(posix.dirname(code), types);
  const shown = path.startsWith(".") ? path : `./${path}`;
  changeFile(code, (text) => `/* @ts-self-types="${shown}" */\n${text}`);
  exported[name] = code;
}
const config = {
  name: "@typewire/runtime",
  version: manifest.version,
  license: manifest.license,
  exports: exported,
  imports: {
    "#platform": manifest.imports["#platform"].deno,
    "#explain": manifest.imports["#explain"].deno,
  },
  // Git ignores the build, and JSR would leave out what git ignores.
  publish: { exclude: ["!dist", ...NOT_ON_JSR.map((name) => posix.join("dist", `${name}.js`))] },
};
writeFileSync(join(FOLDER, "jsr.json"), `${JSON.stringify(config, null, 2)}\n`);
