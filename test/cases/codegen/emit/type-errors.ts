import { dirname } from "node:path";
import ts from "typescript";
import type { GeneratedFile } from "../../../../codegen/generate.js";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  // `es2024.string` is for the sources of the runtime, which a consumer has as declarations.
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  // The compiler's own library is not ours to check; other declarations are.
  skipDefaultLibCheck: true,
  types: ["node"],
  // The package maps these to declarations that only a build makes.
  paths: {
    "#platform": [`${process.cwd()}/src/signatures/platform.node.ts`],
    "typewire-runtime/*": [`${process.cwd()}/src/runtime/*.ts`],
  },
};

/** Files outside of what is generated, parsed once for all programs of a test file. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Type-checks files as a consumer under the strictest options would; one text for each error. The
 * types package is installed, where there is one.
 */
export function typeErrors(files: readonly GeneratedFile[], consumer = ""): readonly string[] {
  const [errors = []] = typeErrorsOfEach(files, [consumer]);
  return errors;
}

/** Type-checks several consumers of the same files at once. An error in the files counts for each of them. */
export function typeErrorsOfEach(
  files: readonly GeneratedFile[],
  consumers: readonly string[],
): readonly (readonly string[])[] {
  const folder = `${process.cwd()}/test/codegen/virtual`;
  const place = placing(files);
  const texts = new Map(files.map(({ path, text }) => [`${folder}/${place(path)}`, text]));
  const paths = consumers.map((_, index) => `${folder}/consumer${index}.ts`);
  consumers.forEach((text, index) => texts.set(paths[index] ?? "", text));
  const diagnostics = ts.getPreEmitDiagnostics(createProgram(texts));
  return paths.map((own) =>
    diagnostics
      .filter(({ file }) => file?.fileName === own || !paths.includes(file?.fileName ?? ""))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  );
}

/** @param texts of files that are not on the disk, by path. */
function createProgram(texts: ReadonlyMap<string, string>): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, directoryExists, readFile } = host;
  const folders = new Set([...texts.keys()].flatMap(foldersAbove));
  host.directoryExists = (path) => folders.has(path) || directoryExists?.(path) === true;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, languageVersion);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, languageVersion));
    return parsed.get(path);
  };
  const roots = [...texts.keys()].filter((path) => /\.[cm]?ts$/.test(path));
  return ts.createProgram(roots, OPTIONS, host);
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** A package is found by its name, and what it exports by its manifest. */
function placing(files: readonly GeneratedFile[]): (path: string) => string {
  const manifest = files.find(({ path }) => path === "webhook-types/package.json");
  if (manifest === undefined) return (path) => path;
  const { name } = JSON.parse(manifest.text) as { readonly name: string };
  return (path) => path.replace(/^webhook-types\//, `node_modules/${name}/`);
}
