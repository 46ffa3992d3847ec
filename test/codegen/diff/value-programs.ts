/** Programs that write or read the value of a case. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { groupBy } from "../../../codegen/model/group-by.js";
import type { JsonSchemaObject, SchemaModel } from "../../../codegen/model/model.js";
import { splitDirections } from "../../../codegen/json-schema/directions.js";
import type { ValueCase } from "../../cases/codegen/diff/values.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import type { Match } from "./referee.js";
import { inEachPlace, type PLACES, valueFiles } from "./service.js";

/** A program that uses a value in one place, with the service before and after the change there. */
export function createValueMatch(
  name: string,
  value: ValueCase,
  place: Place,
  readModel: (files: readonly SchemaFile[]) => SchemaModel,
): Match {
  const { before, after, vendor } = value;
  return {
    name,
    before: readModel(valueFiles(inEachPlace(before), vendor)),
    after: readModel(valueFiles({ ...inEachPlace(before), [place]: after }, vendor)),
    program: place === "body" ? writeProgram(value) : readProgram(value, place),
  };
}

function writeProgram({ writes = [] }: ValueCase): string {
  const calls = writes.map((each) => `values.write({ value: ${JSON.stringify(each)} });`);
  return [
    `import type { ValuesWriteParameters as Before } from "../before/routes.js";`,
    `import type { ValuesMethods } from "./methods/values.js";`,
    `import type { ValuesWriteParameters as After } from "./routes.js";`,
    "declare const values: ValuesMethods;",
    `export const pass = (value: Before["value"]): After["value"] => value;`,
    ...calls,
  ].join("\n");
}

function readProgram({ reads }: ValueCase, place: Place): string {
  const [type, module] =
    place === "response" ? ["ValuesReadResponse", "results"] : ["ValueSentPayload", "payloads"];
  return [
    `import type { ${type} as Before } from "../before/${module}.js";`,
    `import type { ${type} as After } from "./${module}.js";`,
    reads === undefined
      ? `export const pass = (value: After["value"]): Before["value"] => value;`
      : `export function read(value: After["value"]): Before["value"] | void { ${reads.join("\n")} }`,
  ].join("\n");
}

/** The values that a caller could write before the change, and that the description after it refuses. */
export function listRefused({ writes = [] }: ValueCase, after: SchemaModel): readonly unknown[] {
  const { routes, components } = splitDirections(after);
  const schema = routes.find(({ key }) => key === "POST /values")?.body?.schema;
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const componentsByFile = groupBy(components, ({ ref }) => ref.split("#")[0] ?? "");
  for (const [file, members] of componentsByFile) {
    const schemas = members.map((member) => [member.ref.split("#/")[1], member.schema] as const);
    ajv.addSchema({ $id: file, ...Object.fromEntries(schemas) });
  }
  const check = ajv.compile(schema as JsonSchemaObject); // described as an object
  return writes.filter((value) => !check({ value }));
}

type Place = (typeof PLACES)[number];
