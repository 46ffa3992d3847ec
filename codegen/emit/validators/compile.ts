import { Ajv, type ValidateFunction } from "ajv";
import type { Memo } from "../../model/memo.js";
import { type CheckedSchema, isEmpty } from "./checked-schema.js";
import type { Definition } from "./definitions.js";
import { KEYWORDS } from "./keywords.js";

/** Compiles definitions to functions as text with ajv; none of them needs ajv when it runs. */
export function createCompiler(memo: Memo): (definition: Definition) => string {
  const ajv = new Ajv({
    allErrors: true,
    code: { source: true, lines: true },
    messages: false,
    meta: false,
    strict: false,
    validateSchema: false,
  });
  // `properties` and `prefixItems` check these.
  for (const keyword of ["required", "minItems"]) ajv.removeKeyword(keyword);
  for (const definition of KEYWORDS) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
  return ({ name, schema }) => {
    const input = `${name} ${JSON.stringify(schema)}`;
    const known = memo.recall("validator", input);
    if (known !== undefined) return known;
    const rules = toAjvSchema(schema);
    // For a schema without rules, ajv prints a function of another form.
    const isAny = Object.keys(rules).length === 0;
    const source = isAny ? printAny(name) : readSource(name, ajv.compile(rules));
    memo.keep("validator", input, source);
    return source;
  };
}

function printAny(name: string): string {
  return `function ${name}(): Findings {
return null;
}
`;
}

/** The beginning and the end of each function of ajv, with `NAME` in place of its name. */
const HEAD = `function NAME(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
`;
const TAIL = `NAME.errors = vErrors;
return errors === 0;
}
`;

/** Each function takes only the value, with paths relative to it, and returns its findings. */
function readSource(name: string, { source }: ValidateFunction): string {
  const text = source?.validateCode.toString() ?? "";
  const ajvName = source?.validateName.str ?? "";
  const [start, end] = [HEAD, TAIL].map((part) => part.replace("NAME", ajvName));
  if (start === undefined || end === undefined || !text.startsWith(start) || !text.endsWith(end)) {
    throw new Error(
      `The code of ajv for ${name} is in an unknown form; expected the usual head and tail:\n${text}`,
    );
  }
  const body = text.slice(start.length, -end.length);
  return `function ${name}(data: any): Findings {
let vErrors: Findings = null;
let errors = 0;
${body}return vErrors;
}
`;
}

/** Translates a schema to the keywords of the compiler. */
function toAjvSchema(schema: CheckedSchema): object {
  const { $ref, type, required, properties, patternProperties, propertyNames, allOf, not } = schema;
  const { items, prefixItems, minItems } = schema;
  if ($ref !== undefined) return { definition: $ref };
  if (not !== undefined && not.enum === undefined) return { never: true };
  return {
    ...(type && { is: type }),
    ...(schema.enum && { oneOfValues: schema.enum }),
    ...(not?.enum && { noneOfValues: not.enum }),
    ...((properties || required) && { properties: mapValues(properties ?? {}), required }),
    ...(patternProperties && { patternProperties: mapValues(patternProperties) }),
    ...(propertyNames && { propertyNames: toAjvSchema(propertyNames) }),
    ...(schema.additionalProperties && {
      additionalProperties: toAjvSchema(schema.additionalProperties),
    }),
    ...(prefixItems && { prefixItems: prefixItems.map(toAjvSchema), minItems }),
    ...(items && { items: toAjvSchema(items) }),
    ...(allOf && { allOf: allOf.map(toAjvSchema) }),
    ...alternatives(schema),
  };
}

/** A nullable schema gets its own keyword, so that findings name the wrong property. */
function alternatives({ anyOf }: CheckedSchema): object {
  if (anyOf === undefined || anyOf.some(isEmpty)) return {};
  const [first, ...others] = anyOf.filter((each) => !isNull(each));
  const isNullable = anyOf.some(isNull);
  if (first === undefined) return { is: ["null"] };
  if (others.length > 0) return { anyOf: anyOf.map(toAjvSchema) };
  return isNullable ? { nullOr: toAjvSchema(first) } : { allOf: [toAjvSchema(first)] };
}

function isNull({ type, enum: values }: CheckedSchema): boolean {
  const only = type?.length === 1 ? type[0] : values?.length === 1 ? values[0] : undefined;
  return only === "null" || only === null;
}

function mapValues(schemas: Readonly<Record<string, CheckedSchema>>): object {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, toAjvSchema(schema)]),
  );
}
