/**
 * The compiler as a referee: compiles programs that use a package against it and against its next version,
 * all in one run of the compiler.
 */
import { fileURLToPath } from "node:url";
import { emitFiles } from "../../../codegen/generate.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { diagnose } from "../../types/compiler.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

const RUNS = { number: 0 };

/** Compiles all programs with both packages. */
export async function judge(matches: readonly Match[]): Promise<ReadonlyMap<string, Verdict>> {
  RUNS.number += 1;
  const folder = `${ROOT}/test/codegen/diff/.referee-${process.pid}-${RUNS.number}`;
  const texts = new Map<string, string>();
  const place = async (model: SchemaModel, path: string): Promise<void> => {
    for (const file of await emitModules(model)) texts.set(`${path}/${file.path}`, file.text);
  };
  for (const [index, { before, after, program }] of matches.entries()) {
    await place(before, `${folder}/${index}/before`);
    await place(after, `${folder}/${index}/after`);
    for (const side of ["before", "after"])
      texts.set(`${folder}/${index}/${side}/program.ts`, program);
  }
  const errors = new Map<string, string[]>();
  for (const { fileName = "", text } of diagnose(folder, texts, OPTIONS, isProgram)) {
    const path = fileName.slice(folder.length + 1);
    errors.set(path, [...(errors.get(path) ?? []), text]);
  }
  const foreign = [...errors].filter(([path]) => !path.endsWith("/program.ts"));
  if (foreign.length > 0)
    throw new Error(`The packages do not compile: ${JSON.stringify(foreign)}`);
  return new Map(
    matches.map(({ name }, index) => [
      name,
      {
        before: errors.get(`${index}/before/program.ts`) ?? [],
        after: errors.get(`${index}/after/program.ts`) ?? [],
      },
    ]),
  );
}

const isProgram = (path: string): boolean => path.endsWith("/program.ts");

/** Modules whose types programs meet. */
const MODULES =
  /^(?:methods\/\w+|routes|results|responses|shared|payloads|events|payloads-shared|shared-payloads|client-types|client|endpoint|endpoint-catalog|client-catalog|route-exceptions|route-helpers|sdk|sdk-catalog|webhook-catalog|webhooks|event-names|constants)\.ts$/;

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
