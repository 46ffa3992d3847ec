/** The specifier by which modules of an app import the folder of an SDK: `./acme`, or `@/acme` by an alias. */
import { isMap, itemsOf, type JsonMap } from "../../codegen/model/json.js";
import { hasPackage } from "./dependencies.js";
import { readCompilerOptions } from "./tsconfig.js";

/**
 * Prefers an alias that the app has for its folders, since its specifier is the same in all modules.
 * @param folder The folder of the SDK, seen from the app.
 */
export function importFolder(folder: string, app: string, manifest: JsonMap): ImportedFolder {
  const alias = listAliases(app, manifest).find(({ target }) => folder.startsWith(target));
  if (alias !== undefined) return { specifier: alias.prefix + folder.slice(alias.target.length) };
  if (folder.startsWith("src/"))
    return { specifier: `./${folder.slice("src/".length)}`, from: "a file in src" };
  return { specifier: `./${folder}`, from: "a file beside package.json" };
}

/** The aliases of an app: those that its framework has, and then those that its compiler is told. */
function listAliases(app: string, manifest: JsonMap): readonly Alias[] {
  return [
    ...(hasPackage(manifest, "nuxt") ? [OF_NUXT] : []),
    ...(hasPackage(manifest, "@sveltejs/kit") ? [OF_SVELTEKIT] : []),
    ...readPaths(app),
  ];
}

const OF_NUXT: Alias = { prefix: "~~/", target: "" };

const OF_SVELTEKIT: Alias = { prefix: "$lib/", target: "src/lib/" };

/** Reads `paths` of the compiler options: `"@/*": ["./src/*"]` is an alias of `src/`. Others are no folders. */
function readPaths(app: string): readonly Alias[] {
  const paths = readCompilerOptions(app)?.["paths"];
  if (!isMap(paths)) return [];
  return Object.entries(paths).flatMap(([pattern, targets]) => {
    const [path] = itemsOf(targets);
    const prefix = /^([^*]*\/)\*$/.exec(pattern)?.[1];
    const target = typeof path === "string" ? /^\.\/(.*)\*$/.exec(path)?.[1] : undefined;
    return prefix === undefined || target === undefined ? [] : [{ prefix, target }];
  });
}

/** A short name for a folder: a specifier that begins with the prefix leads to the target. */
interface Alias {
  /** Such as `@/`. */
  readonly prefix: string;
  /** The folder, seen from the app, with a slash at the end. Empty for the app itself. */
  readonly target: string;
}

/** The import of the folder of an SDK by a module of the app. */
export interface ImportedFolder {
  readonly specifier: string;
  /** The place of the module, where the specifier depends on it. */
  readonly from?: string;
}
