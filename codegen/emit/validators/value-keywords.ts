/** Keywords that check a value itself: its type, its listed values, a definition, alternatives. */
import { _, type Code, type KeywordCxt, Name } from "ajv";
import { NAMES, pathOf, report } from "./report-code.js";

/** The conditions under which a value is not of a type. */
const MISMATCHES: Readonly<Record<string, (data: Name) => Code>> = {
  string: (data) => _`typeof ${data} !== "string"`,
  number: (data) => _`typeof ${data} !== "number"`,
  integer: (data) => _`!Number.isInteger(${data})`,
  boolean: (data) => _`typeof ${data} !== "boolean"`,
  null: (data) => _`${data} !== null`,
  array: (data) => _`!Array.isArray(${data})`,
  object: (data) => _`!${NAMES.isRecord}(${data})`,
};

export function checkType(cxt: KeywordCxt): void {
  const types = cxt.schema as readonly string[]; // as its schemaType says
  const conditions = types.map((type) => {
    const condition = MISMATCHES[type];
    if (condition === undefined)
      throw new Error(`The type is ${JSON.stringify(type)}; expected a type of JSON Schema.`);
    return condition(cxt.data);
  });
  cxt.gen.if(all(conditions), () => report(cxt, "type", types.join(" or ")));
}

export function checkValues(cxt: KeywordCxt): void {
  const values = cxt.schema as readonly (string | number | boolean | null)[]; // scalars, as read
  const conditions = values.map((value) => _`${cxt.data} !== ${value}`);
  cxt.gen.if(all(conditions), () => report(cxt, "enum", describeValues(values)));
}

/** Lists the first twelve values. */
function describeValues(values: readonly unknown[]): string {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > texts.length ? `${texts.join(", ")} …` : texts.join(", ");
}

function all(conditions: readonly Code[]): Code {
  return conditions.reduce((joined, next) => _`${joined} && ${next}`);
}

export function callDefinition(cxt: KeywordCxt): void {
  const { gen, data, it } = cxt;
  const definition = new Name(cxt.schema as string); // as its schemaType says
  const { nest, vErrors, errors } = NAMES;
  const found = gen.const("found", _`${definition}(${data})`);
  gen.if(_`${found} !== null`, () => {
    if (it.createErrors !== false) {
      gen.assign(vErrors, _`${nest}(${vErrors}, ${found}, ${pathOf(cxt)})`);
    }
    gen.code(_`${errors}++`);
  });
}

export function checkNullOr(cxt: KeywordCxt): void {
  cxt.gen.if(_`${cxt.data} !== null`, () => {
    cxt.subschema({ keyword: "nullOr" }, cxt.gen.name("valid"));
  });
}

/** For an object, reports the findings of the alternative with the fewest. */
export function checkAlternatives(cxt: KeywordCxt): void {
  const { gen, data, errsCount } = cxt;
  const alternatives = cxt.schema as readonly { definition?: string }[]; // as the compiler puts it
  const valid = gen.let("valid", false);
  const candidates: Name[] = [];
  gen.block(() => {
    for (const [index, { definition }] of alternatives.entries()) {
      if (definition === undefined) {
        const isMatch = gen.name("_valid");
        const withoutErrors = { compositeRule: true, createErrors: false } as const;
        cxt.subschema({ keyword: "anyOf", schemaProp: index, ...withoutErrors }, isMatch);
        gen.assign(valid, isMatch);
      } else {
        const found = gen.var("found", _`${new Name(definition)}(${data})`);
        gen.assign(valid, _`${found} === null`);
        candidates.push(found);
      }
      gen.if(_`!${valid}`);
    }
  }, alternatives.length);
  gen.assign(NAMES.errors, errsCount ?? 0);
  gen.if(_`!${valid}`, () => reportAlternatives(cxt, candidates));
}

function reportAlternatives(cxt: KeywordCxt, candidates: readonly Name[]): void {
  const { gen, data, it } = cxt;
  const { isRecord, nearest, nest, vErrors, errors } = NAMES;
  if (candidates.length === 0 || it.createErrors === false) {
    report(cxt, "anyOf");
    return;
  }
  const [first, ...others] = candidates.map((candidate) => _`${candidate}`);
  const list = others.reduce((joined, next) => _`${joined}, ${next}`, first ?? _``);
  const findings = _`${nearest}(${list})`;
  const explain = () => {
    gen.assign(vErrors, _`${nest}(${vErrors}, ${findings}, ${pathOf(cxt)})`);
    gen.code(_`${errors}++`);
  };
  gen.if(_`${isRecord}(${data})`, explain, () => report(cxt, "anyOf"));
}
