/** A schema as the generator prints it, and as Ajv takes it. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { CheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { printPlan } from "../../codegen/emit/checks/plans.js";
import * as runtime from "../../src/runtime/schemas.js";
import type { Issue, Plan } from "../../src/runtime/schemas.js";

/** Prints a schema, and runs the text as a module would. */
export function planOf(schema: CheckedSchema, definitions: Definitions = {}): Plan {
  const names = Object.keys(definitions);
  const print = (each: CheckedSchema, isLater: (name: string) => boolean): string =>
    printPlan({ name: "", schema: each, uses: new Set() }, isLater).text;
  const lines = Object.entries(definitions).map(([name, each], index) => {
    return `const ${name} = ${print(each, (used) => names.indexOf(used) >= index)};`;
  });
  const text = `${lines.join("\n")}\nreturn ${print(schema, () => false)};`;
  // As generated code does: the names in it are those of the runtime.
  // oxlint-disable-next-line typescript/no-implied-eval -- text of the generator
  const run = new Function(...Object.keys(runtime), text) as (...values: unknown[]) => Plan;
  return run(...Object.values(runtime));
}

/** The issues that a plan finds in a value. */
export function issuesOf(plan: Plan, value: unknown): readonly Issue[] {
  const result = runtime.schema(plan)["~standard"].validate(value);
  return result.issues ?? [];
}

/** Ajv with its own keywords; inherited properties do not count, as in the rules of the runtime. */
export function createAjv(): Ajv2020 {
  return new Ajv2020({
    strict: false,
    ownProperties: true,
    // Each check runs a few times only: what makes ajv's code faster costs more than it saves.
    code: { optimize: false },
    inlineRefs: false,
  });
}

/** A definition is a part that a schema refers to by its name, also from inside itself. */
type Definitions = Readonly<Record<string, CheckedSchema>>;
