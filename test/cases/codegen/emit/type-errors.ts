/** Type-checks generated files as a consumer under the strictest options would. */
import type { GeneratedFile } from "../../../../codegen/generate.js";
import { diagnose, printMessage } from "../../../types/compiler.js";

const ROOT = process.cwd();

/** The strictest options that a consumer may have. */
export const STRICTEST = {
  target: "es2022",
  // `es2024.string` is for the sources of the runtime, which a consumer has as declarations.
  lib: ["es2023", "es2024.string", "dom", "dom.iterable"],
  module: "nodenext",
  moduleDetection: "force",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  noErrorTruncation: true,
  // The compiler's own library is not ours to check; other declarations are.
  skipDefaultLibCheck: true,
  types: ["node"],
  // The package maps these to declarations that only a build makes.
  paths: {
    "#platform": [`${ROOT}/src/receive/signatures/platform.node.ts`],
    "typewire-runtime/*": [`${ROOT}/src/runtime/*.ts`],
  },
};

/**
 * One text for each error. The types package is installed, where there is one.
 *
 * @param consumer a program beside the files, which imports them.
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
  const folder = nextFolder();
  const place = placing(files);
  const paths = consumers.map((_, index) => `${folder}/consumer${index}.ts`);
  const texts = new Map<string, string>(
    files.map(({ path, text }) => [`${folder}/${place(path)}`, text]),
  );
  consumers.forEach((text, index) => texts.set(paths[index] ?? "", text));
  const diagnostics = diagnose(folder, texts, STRICTEST);
  return paths.map((path) =>
    diagnostics
      .filter(({ fileName }) => fileName === path || !paths.includes(fileName ?? ""))
      .map(printMessage),
  );
}

let programs = 0;

function nextFolder(): string {
  return `${ROOT}/test/codegen/virtual${programs++}`;
}

/** A package is found by its name, and what it exports by its manifest. */
function placing(files: readonly GeneratedFile[]): (path: string) => string {
  const manifest = files.find(({ path }) => path === "webhook-types/package.json");
  if (manifest === undefined) return (path) => path;
  const { name } = JSON.parse(manifest.text) as { readonly name: string };
  return (path) => path.replace(/^webhook-types\//, `node_modules/${name}/`);
}
