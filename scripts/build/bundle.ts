import {
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  rolldown,
} from "rolldown";

export interface BundleOptions {
  /** Sources by the path of the output without its ending. */
  readonly input: Readonly<Record<string, string>>;
  /** Modules that become one file, by the name of the file. */
  readonly groups?: readonly { readonly name: string; readonly test: RegExp }[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly plugins?: readonly Plugin[];
  readonly external?: InputOptions["external"];
  readonly minify?: OutputOptions["minify"];
  /** `node` also bundles packages in CommonJS. */
  readonly platform?: InputOptions["platform"];
}

/**
 * Removes imports without names, which are left of subpaths that only pass on what a shared file has. No
 * module here has side effects, and loading one takes time.
 */
const withoutBareImports: Plugin = {
  name: "without-bare-imports",
  renderChunk: (code) => code.replace(/^import "[^"\n]+";\n/gm, ""),
};

/**
 * Code that is installed with a client is small and still readable: Node prints the line that an uncaught
 * error was thrown from, and a stack has the names of functions. Local names are short. Indentation
 * would be a tenth of the code.
 */
export const MINIFY = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: false },
} as const;

/** Data, from which no error is thrown. */
export const MINIFY_DATA = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: true },
} as const;

/** Indents lines by tabs, which no text over several lines in the sources does. */
const withoutIndentation: Plugin = {
  name: "without-indentation",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk") file.code = file.code.replace(/^\t+/gm, "");
    }
  },
};

/** Bundles modules; the files are for the caller to write. */
export async function bundle({
  input,
  groups = [],
  alias = {},
  plugins = [],
  external = /^(?:node:|pg$|pg-boss$)/,
  minify = false,
  platform = "neutral",
}: BundleOptions): Promise<readonly OutputChunk[]> {
  const bundler = await rolldown({
    input: { ...input },
    external,
    platform,
    tsconfig: false, // its `paths` are for one platform
    resolve: { alias: { ...alias }, extensionAlias: { ".js": [".ts", ".js"] } },
    transform: { target: "es2022" },
    treeshake: { moduleSideEffects: false },
    plugins: [...plugins, withoutBareImports, ...(minify ? [withoutIndentation] : [])],
    optimization: { inlineConst: { mode: "all" } },
    // Required by groups that take no dependencies in; the exports of entries are the same without it.
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
  return output.filter((file) => file.type === "chunk");
}
