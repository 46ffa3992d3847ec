import { createValueScope, toCamelCase } from "../../model/names.js";
import { listEventModules, printEventLoaders } from "../prepare/events.js";
import type { PayloadContext } from "../prepare/types.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines } from "../print/print.js";
import { toCheckedSchema } from "./checked-schema.js";
import {
  type Definition,
  type DividedModule,
  divideDefinitions,
  shareDefinitions,
} from "./definitions.js";
import { printFunction } from "./functions.js";

/** Values have no types before they are checked. */
const UNCHECKED_CODE = "// @ts-nocheck -- compiled from JSON Schema";

/** Functions of the module of mismatches. */
const PROVIDED = ["fail", "isRecord", "nearest", "nest", "toToken"];

/**
 * Emits validators of payloads: a module for each event, one for what several events share, and
 * the loaders that import a module when it is first needed.
 */
export function emitValidators(context: PayloadContext): readonly FileDraft[] {
  const { model, payloads, resolve } = context;
  const shared = shareDefinitions(
    new Map(payloads.map(({ entry, schema }) => [entry.name, toCheckedSchema(schema)])),
    resolve,
  );
  const modules = listEventModules(model).map(({ event, file }) => {
    const names = payloads.filter(({ entry }) => entry.event === event.name);
    const roots = names.flatMap(({ entry }) => shared.roots.get(entry.name) ?? []);
    return [file, roots] as const;
  });
  const divided = divideDefinitions(modules, shared.definitions);
  const sources = [...filesOf(...model.events), "payloads/*.yaml", "components/*.yaml"];
  return [
    {
      path: "validators/index.ts",
      sources: filesOf(...model.events),
      body: printValidatorLoaders(context),
    },
    { path: "validators/mismatches.ts", sources: filesOf(model.vendor), body: MISMATCHES_MODULE },
    {
      path: "validators/shared.ts",
      sources,
      body: joinBlocks([
        UNCHECKED_CODE,
        printImports(divided.common, ".", []),
        ...divided.common.map(printFunction).map((text) => `export ${text}`),
      ]),
    },
    ...divided.modules.map((each) => ({
      path: `validators/${each.module}.ts`,
      sources,
      body: printValidatorModule(each),
    })),
  ].map((draft) => ({ ...draft, isFormatted: true }));
}

function printValidatorModule({ roots, own, imported }: DividedModule<string>): string {
  const scope = createValueScope([...PROVIDED, "validators"]);
  const named = roots.map((root) => ({ ...root, name: scope.take(toCamelCase(root.name)) }));
  const entries = roots.map(({ name }, index) => {
    return `  [${JSON.stringify(name)}, ${named[index]?.name ?? ""}],`;
  });
  return joinBlocks([
    UNCHECKED_CODE,
    printImports([...own, ...named], "..", imported),
    `export const validators: ReadonlyMap<string, Validator> = /* @__PURE__ */ new Map([
${entries.join("\n")}
]);`,
    ...[...own, ...named].map(printFunction),
  ]);
}

function printImports(
  definitions: readonly Definition[],
  folder: string,
  shared: readonly string[],
): string {
  if (definitions.length === 0) return "export {};";
  return joinLines([
    `import { ${PROVIDED.join(", ")} } from "${folder}/mismatches.js";`,
    `import type { Mismatches, Validator } from "${folder}/mismatches.js";`,
    shared.length === 0 ? "" : `import { ${shared.join(", ")} } from "${folder}/shared.js";`,
  ]);
}

function printValidatorLoaders({ model }: PayloadContext): string {
  return `import type { ValidatorLoader } from "./mismatches.js";

export type { Mismatch, Mismatches, Validator, ValidatorLoader } from "./mismatches.js";

/** Imports the validators of each event. */
export const validatorLoaders: Readonly<Record<string, ValidatorLoader>> = {
${printEventLoaders(model)}
};`;
}

/** The module that all generated validators import. It does not depend on the schema. */
const MISMATCHES_MODULE = `/** One difference between a payload and its schema. */
export interface Mismatch {
  /** The value, as a JSON pointer (RFC 6901). */
  path: string;
  /** The violated rule: \`type\`, \`enum\`, \`required\`, \`anyOf\` or \`never\`. */
  readonly keyword: string;
  /** The allowed types or values; empty if the rule lists none. */
  readonly expected: string;
}

export type Mismatches = Mismatch[] | null;

/** Returns \`null\` if the payload is valid. */
export type Validator = (payload: unknown) => Mismatches;

/** Imports the validators of an event, by \`<event>\` or \`<event>.<action>\`. */
export type ValidatorLoader = () => Promise<{ readonly validators: ReadonlyMap<string, Validator> }>;

/** Limits the list: a hostile payload could cause any number of mismatches. */
const most = 100;

export function fail(mismatches: Mismatches, path: string, keyword: string, expected = ""): Mismatches {
  if (mismatches === null) return [{ path, keyword, expected }];
  if (mismatches.length < most) mismatches.push({ path, keyword, expected });
  return mismatches;
}

/** Adds the mismatches inside the value at \`path\`, if there are any. */
export function nest(mismatches: Mismatches, found: Mismatches, path: string): Mismatches {
  if (found === null) return mismatches;
  for (const mismatch of found) mismatch.path = path + mismatch.path;
  if (mismatches === null) return found;
  for (const mismatch of found) if (mismatches.length < most) mismatches.push(mismatch);
  return mismatches;
}

/** Returns the mismatches of the alternative with the fewest; the first one if several are equal. */
export function nearest(...alternatives: Mismatch[][]): Mismatch[] {
  return alternatives.reduce((one, other) => (other.length < one.length ? other : one));
}

/** Escapes a key for a JSON pointer (RFC 6901). */
export function toToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
`;
