/**
 * The compiler as a referee: compiles programs that use a package against it and against its next version,
 * all in one run of the compiler.
 */
import { fileURLToPath } from "node:url";
import { emitFiles } from "../../../codegen/generate.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { diagnose, type VirtualFiles } from "../../types/compiler.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

let runs = 0;

/** Compiles all programs with both packages. Returns the verdicts by the names of the matches. */
export async function judge(matches: readonly Match[]): Promise<ReadonlyMap<string, Verdict>> {
  runs += 1;
  const folder = `${ROOT}/test/codegen/diff/.referee-${process.pid}-${runs}`;
  const errors = listErrors(folder, await writePackages(folder, matches));
  const outside = [...errors].filter(([path]) => !isProgram(path));
  if (outside.length > 0)
    throw new Error(`The packages do not compile: ${JSON.stringify(outside)}`);
  const errorsOf = (path: string) => errors.get(`${folder}/${path}/program.ts`) ?? [];
  return new Map(
    matches.map(({ name }, index) => [
      name,
      { before: errorsOf(`${index}/before`), after: errorsOf(`${index}/after`) },
    ]),
  );
}

/** Both packages of each match, and its program beside each of them, by their paths. */
async function writePackages(folder: string, matches: readonly Match[]): Promise<VirtualFiles> {
  const texts = new Map<string, string>();
  for (const [index, { before, after, program }] of matches.entries())
    for (const [side, model] of Object.entries({ before, after })) {
      const path = `${folder}/${index}/${side}`;
      for (const file of await emitModules(model)) texts.set(`${path}/${file.path}`, file.text);
      texts.set(`${path}/program.ts`, program);
    }
  return texts;
}

/** The errors of the compiler, by the paths of the files that have them. */
function listErrors(folder: string, texts: VirtualFiles): ReadonlyMap<string, readonly string[]> {
  const errors = new Map<string, string[]>();
  for (const { fileName = "", text } of diagnose(folder, texts, OPTIONS, isProgram))
    errors.set(fileName, [...(errors.get(fileName) ?? []), text]);
  return errors;
}

function isProgram(path: string): boolean {
  return path.endsWith("/program.ts");
}

/** The modules whose types a program can use. */
const MODULES =
  /^(?:methods\/\w+|routes|results|responses|shared|payloads|events|payloads-shared|shared-payloads|client-types|client|endpoint|endpoint-catalog|client-catalog|route-exceptions|route-helpers|sdk|sdk-catalog|webhook-catalog|webhooks|event-names|constants)\.ts$/;

/** Modules by their model: several matches have the same one. */
const emitted = new WeakMap<SchemaModel, ReturnType<typeof emitFiles>>();

function emitModules(model: SchemaModel): ReturnType<typeof emitFiles> {
  const earlier = emitted.get(model);
  if (earlier) return earlier;
  const files = emitFiles(model, (path) => MODULES.test(path));
  emitted.set(model, files);
  return files;
}

const OPTIONS = {
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  moduleDetection: "force",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  paths: {
    "typewire-runtime": [`${ROOT}/src/runtime/index.ts`],
    "typewire-runtime/*": [`${ROOT}/src/runtime/*.ts`],
    "#platform": [`${ROOT}/src/receive/signatures/platform.node.ts`],
  },
};

/** A program that uses the package of a model. */
export interface Match {
  readonly name: string;
  readonly before: SchemaModel;
  readonly after: SchemaModel;
  /** Imports its modules from `./`, and the former package, if it compares both, from `../before/`. */
  readonly program: string;
}

export interface Verdict {
  /** Errors with the package that the program was written for; none for a valid program. */
  readonly before: readonly string[];
  /** Errors with the next version. */
  readonly after: readonly string[];
}
