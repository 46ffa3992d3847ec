/** Reads how the compiler of an app takes the specifiers of its modules, without the compiler. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { isMap, itemsOf, type JsonMap } from "../../codegen/model/json.js";
import { removeComments } from "./json-text.js";

/** The end of a specifier: `./x.js`, `./x.ts` or `./x`. */
export type Extension = ".js" | ".ts" | "";

/**
 * Chooses the end of specifiers: `.ts` where the compiler allows it, nothing where a bundler resolves them,
 * and `.js` for Node. Without a `tsconfig.json`, Node strips the types itself, and needs `.ts`.
 */
export function chooseExtension(app: string, manifest: JsonMap): Extension {
  const options = readCompilerOptions(app);
  if (options === undefined) return hasBundler(manifest) ? "" : ".ts";
  if (options["allowImportingTsExtensions"] === true) return ".ts";
  if (options["rewriteRelativeImportExtensions"] === true) return ".ts";
  const kind = lower(options["moduleResolution"]) ?? lower(options["module"]);
  return kind !== undefined && /^node(?:16|18|20|next)$/.test(kind) ? ".js" : "";
}

function lower(value: unknown): string | undefined {
  return typeof value === "string" ? value.toLowerCase() : undefined;
}

/** Packages that resolve modules themselves. */
const BUNDLERS =
  /^(?:vite|next|nuxt|astro|webpack|rollup|rolldown|esbuild|parcel|@angular\/.+|@sveltejs\/kit|@remix-run\/.+|@react-router\/dev|react-scripts|@rspack\/.+|@rsbuild\/.+|tsup|expo|react-native|electron-vite)$/;

function hasBundler(manifest: JsonMap): boolean {
  const names = ["dependencies", "devDependencies"].flatMap((key) => {
    const value = manifest[key];
    return isMap(value) ? Object.keys(value) : [];
  });
  return names.some((name) => BUNDLERS.test(name));
}

/**
 * The compiler options of an app: those of its `tsconfig.json`, with what it extends, or of the first project
 * that it refers to and that says how modules are resolved. `undefined` if there is none.
 */
export function readCompilerOptions(app: string): JsonMap | undefined {
  const file = join(app, "tsconfig.json");
  if (!existsSync(file)) return undefined;
  const config = readConfig(file, new Set());
  if (isDecided(config.options)) return config.options;
  const projects = config.references.map((path) => readConfig(path, new Set()).options);
  return projects.find(isDecided) ?? config.options;
}

function isDecided(options: JsonMap): boolean {
  return "module" in options || "moduleResolution" in options;
}

const NOTHING: Config = { options: {}, references: [] };

/** Reads a file with all that it extends. What is missing is left out: frameworks make some of it later. */
function readConfig(file: string, seen: ReadonlySet<string>): Config {
  const path = findConfig(file);
  if (path === undefined || seen.has(path)) return NOTHING;
  const value = readJson(path);
  if (!isMap(value)) return NOTHING;
  const within = new Set([...seen, path]);
  const bases = [value["extends"] ?? []].flat().flatMap((base) => {
    const target = typeof base === "string" ? locateBase(base, path) : undefined;
    return target === undefined ? [] : [readConfig(target, within).options];
  });
  const ownOptions = value["compilerOptions"];
  const references = itemsOf(value["references"]).flatMap((reference) => {
    const to = isMap(reference) ? reference["path"] : undefined;
    return typeof to === "string" ? [resolve(dirname(path), to)] : [];
  });
  return {
    options: Object.assign({}, ...bases, isMap(ownOptions) ? ownOptions : {}) as JsonMap,
    references,
  };
}

function findConfig(path: string): string | undefined {
  const candidates = [path, `${path}.json`, join(path, "tsconfig.json")];
  return candidates.find((each) => existsSync(each) && statSync(each).isFile());
}

/** Finds what a file extends: a path, or a file of an installed package. */
function locateBase(base: string, from: string): string | undefined {
  if (base.startsWith(".") || base.startsWith("/")) return resolve(dirname(from), base);
  const find = createRequire(from);
  for (const specifier of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      return find.resolve(specifier);
    } catch {
      // The next one may be there.
    }
  }
  return undefined;
}

/** Reads JSON with comments and commas at the end, which YAML allows as well. */
function readJson(path: string): unknown {
  try {
    return parse(removeComments(readFileSync(path, "utf8")), { uniqueKeys: false });
  } catch {
    return undefined;
  }
}

interface Config {
  readonly options: JsonMap;
  readonly references: readonly string[];
}
