/** Bundles programs in TypeScript for Node: a bundle starts in a fraction of the time of its sources. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { printInspectorPage } from "../../scripts/build/inspector.js";
import { ALIASES } from "./aliases.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Writes the bundles into a folder, and returns their paths in the order of their sources. */
export async function bundleInto(
  folder: string,
  { paths, packages = {} }: Programs,
): Promise<readonly string[]> {
  const sources = paths.map((path) => resolve(ROOT, path));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: sources,
    outbase: ROOT,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true, // what is imported later is loaded later, as in the sources
    format: "esm",
    platform: "node",
    target: "node20",
    alias: { ...packages },
    plugins: [packageSources, installedPackages, inspectorPage, ownAddress],
    tsconfigRaw: {}, // its `paths` are in the aliases
    keepNames: true,
    metafile: true,
    logLevel: "warning",
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([output, { entryPoint = "" }]) => [
      resolve(ROOT, entryPoint),
      join(ROOT, output),
    ]),
  );
  return sources.map((source) => {
    const output = outputs.get(source);
    if (output === undefined) throw new Error(`${source} has no bundle.`);
    return output;
  });
}

const packageSources: Plugin = {
  name: "package-sources",
  setup(build) {
    build.onResolve({ filter: /^(?:#platform$|typewire)/ }, ({ path }) => {
      const alias = ALIASES.find(({ find }) => find.test(path));
      return alias && { path: path.replace(alias.find, alias.replacement) };
    });
  },
};

/** Marks a name that the plugin itself asks for. */
const RESOLVING = Symbol("resolving");

/** Loads packages as they are installed: from the root by name, and those of another folder by path. */
const installedPackages: Plugin = {
  name: "installed-packages",
  setup(build) {
    build.onResolve({ filter: /^[\w@]/ }, async ({ path, pluginData, ...place }) => {
      if (pluginData === RESOLVING) return undefined;
      const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (existsSync(join(ROOT, "node_modules", name))) return { path, external: true };
      const resolved = await build.resolve(path, { ...place, pluginData: RESOLVING });
      const isPackage = resolved.errors.length === 0 && resolved.path.includes("/node_modules/");
      return isPackage ? { path: resolved.path, external: true } : undefined;
    });
  },
};

/** Builds the page of the inspector from its sources. */
const inspectorPage: Plugin = {
  name: "inspector-page",
  setup(build) {
    build.onLoad({ filter: /[\\/]unbuilt-page\.ts$/ }, async () => ({
      contents: await printInspectorPage(),
    }));
  },
};

/**
 * Gives each module the address of its source, beside which its files are. One that looks at the ending
 * asks if something runs TypeScript, which nothing does here.
 */
const ownAddress: Plugin = {
  name: "own-address",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const address = JSON.stringify(pathToFileURL(path).href);
      const contents = text.replaceAll(/\bimport\.meta\.url\b(?!\.endsWith)/g, address);
      return { contents, loader: "ts" };
    });
  },
};

/** Programs that are bundled together, so that the code that they share is written once. */
export interface Programs {
  /** Paths of sources, from the root of the repository or absolute. */
  readonly paths: readonly string[];
  /** Folders of further packages, by name. */
  readonly packages?: Readonly<Record<string, string>>;
}
