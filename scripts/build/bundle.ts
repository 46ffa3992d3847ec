/** Bundles the modules of packages with rolldown. */
import {
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  rolldown,
} from "rolldown";
import { writeFiles } from "./files.js";

/**
 * Makes code small and keeps it readable: Node prints the line that threw an uncaught error, and a stack
 * names functions. Local names are short. Indentation is removed, since it would be a tenth of the code.
 */
export const MINIFY = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: false },
} as const;

/** Makes data as small as possible. It needs no readable lines, because it throws no errors. */
export const MINIFY_DATA = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: true },
} as const;

/** Bundles modules, and writes and returns the files of a folder. */
export async function bundleInto(
  folder: string,
  options: BundleOptions,
): Promise<readonly OutputChunk[]> {
  const files = await bundle(options);
  const texts = files.map(({ fileName, code }) => [fileName, code] as const);
  writeFiles(folder, texts);
  return files;
}

/** Bundles modules without writing them. */
export async function bundle({
  input,
  groups = [],
  alias = {},
  plugins = [],
  external = /^(?:node:|pg$|pg-boss$)/,
  minify = false,
  isExplained = false,
  platform = "neutral",
}: BundleOptions): Promise<readonly OutputChunk[]> {
  const bundler = await rolldown({
    input: { ...input },
    external,
    platform,
    tsconfig: false, // its `paths` are for one platform
    resolve: { alias: { ...alias }, extensionAlias: { ".js": [".ts", ".js"] } },
    transform: { target: "es2022", define: isExplained ? EXPLAINED : {} },
    treeshake: { moduleSideEffects: false }, // no module here has any
    plugins: [...plugins, withoutBareImports, ...(minify ? [withoutIndentation] : [])],
    optimization: { inlineConst: { mode: "all" } },
    // Required by groups without their dependencies. The exports of entries stay the same.
    preserveEntrySignatures: "allow-extension",
  });
  const { output } = await bundler.generate({
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    ...(groups.length > 0 && {
      codeSplitting: { includeDependenciesRecursively: false, groups: [...groups] },
    }),
    minify,
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  await bundler.close();
  const files = output.filter((file) => file.type === "chunk");
  expectNoCycles(files);
  return files;
}

// ---- Plugins and replacements

/**
 * Removes imports without names. The bundler keeps one for each file behind a subpath, although no module
 * here has side effects, and loading one takes time.
 */
const withoutBareImports: Plugin = {
  name: "without-bare-imports",
  renderChunk: (code) => code.replace(/^import "[^"\n]+";\n/gm, ""),
};

/** Removes the tabs before lines. The printer indents by tabs, and no text in the sources has one. */
const withoutIndentation: Plugin = {
  name: "without-indentation",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk") file.code = file.code.replace(/^\t+/gm, "");
    }
  },
};

/** Replaces the mode that `src/base/explain.ts` asks for. */
const EXPLAINED = { "process.env.NODE_ENV": '"development"' };

// ---- Checks

/** @throws Error if files import each other, also through others, because bundlers of users warn of that. */
export function expectNoCycles(files: readonly Pick<OutputChunk, "fileName" | "imports">[]): void {
  const importsOf = new Map(files.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): void => {
    if (path.includes(name))
      throw new Error(`Files of the build import each other: ${[...path, name].join(", ")}.`);
    if (done.has(name)) return;
    for (const imported of importsOf.get(name) ?? []) follow(imported, [...path, name]);
    done.add(name);
  };
  for (const name of importsOf.keys()) follow(name, []);
}

// ---- Types

export interface BundleOptions {
  /** Sources by the path of the output without its ending. */
  readonly input: Readonly<Record<string, string>>;
  /** Modules that become one file, by the name of the file. */
  readonly groups?: readonly { readonly name: string; readonly test: RegExp }[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
  readonly external?: InputOptions["external"];
  readonly minify?: OutputOptions["minify"];
  /** Keeps the texts of `explain` in production. */
  readonly isExplained?: boolean;
  /** `node` also bundles packages in CommonJS. */
  readonly platform?: InputOptions["platform"];
}
