import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, str } from "ajv";
import { getErrorPath, Type as PropertyKind } from "ajv/dist/compile/util.js";
import { escapeToken } from "../../model/json-pointer.js";

/**
 * Replaces keywords of ajv by ones that compile to half the code. A failure is one call, and its
 * path is built only then, so that a valid payload costs only the checks. For lists and maps, only
 * the first wrong entry is reported; for alternatives, only that none matches. The schema thus
 * bounds the report, and the time is linear in the payload.
 */
export const KEYWORDS: readonly CodeKeywordDefinition[] = [
  { keyword: "is", schemaType: "array", code: checkType },
  { keyword: "oneOfValues", schemaType: "array", code: checkValues },
  { keyword: "noneOfValues", schemaType: "array", code: checkExcluded },
  { keyword: "never", code: (cxt) => report(cxt, "never") },
  { keyword: "definition", schemaType: "string", code: callDefinition },
  { keyword: "nullOr", schemaType: "object", code: checkNullOr },
  { keyword: "anyOf", schemaType: "array", trackErrors: true, code: checkAlternatives },
  { keyword: "prefixItems", type: "array", schemaType: "array", code: checkTuple },
  { keyword: "items", type: "array", schemaType: "object", code: checkItems },
  { keyword: "properties", type: "object", schemaType: "object", code: checkProperties },
  { keyword: "patternProperties", type: "object", schemaType: "object", code: checkPatterns },
  { keyword: "propertyNames", type: "object", schemaType: "object", code: checkNames },
  { keyword: "additionalProperties", type: "object", schemaType: "object", code: checkOthers },
];

// ---- Keywords that check a value itself: its type, its values, a definition, alternatives

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

function checkType(cxt: KeywordCxt): void {
  const types = cxt.schema as readonly string[]; // as its schemaType says
  const conditions = types.map((type) => {
    const condition = MISMATCHES[type];
    if (condition === undefined)
      throw new Error(`The type is ${JSON.stringify(type)}; expected a type of JSON Schema.`);
    return condition(cxt.data);
  });
  cxt.gen.if(all(conditions), () => report(cxt, "type", types.join(" or ")));
}

function checkValues(cxt: KeywordCxt): void {
  const values = cxt.schema as readonly (string | number | boolean | null)[]; // scalars, as read
  const conditions = values.map((value) => _`${cxt.data} !== ${value}`);
  cxt.gen.if(all(conditions), () => report(cxt, "enum", describeValues(values)));
}

/** Reports no values, because the member of a union that excludes values never explains a failure. */
function checkExcluded(cxt: KeywordCxt): void {
  const values = cxt.schema as readonly (string | number)[]; // as its schemaType says
  const conditions = values.map((value) => _`${cxt.data} === ${value}`);
  const isExcluded = conditions.reduce((joined, next) => _`${joined} || ${next}`);
  cxt.gen.if(isExcluded, () => report(cxt, "enum"));
}

/** Lists the first twelve values. */
function describeValues(values: readonly unknown[]): string {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > texts.length ? `${texts.join(", ")} …` : texts.join(", ");
}

function all(conditions: readonly Code[]): Code {
  return conditions.reduce((joined, next) => _`${joined} && ${next}`);
}

function callDefinition(cxt: KeywordCxt): void {
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

function checkNullOr(cxt: KeywordCxt): void {
  cxt.gen.if(_`${cxt.data} !== null`, () => {
    cxt.subschema({ keyword: "nullOr" }, cxt.gen.name("valid"));
  });
}

/** For an object, reports the findings of the alternative with the fewest. */
function checkAlternatives(cxt: KeywordCxt): void {
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

// ---- Keywords that check values inside a value: items of a list, properties of an object

/** The items of a tuple. A missing one is reported at its index. */
function checkTuple(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const { prefixItems, minItems = 0 } = cxt.parentSchema as TupleSchema; // of this keyword
  const length = gen.const("len", _`${data}.length`);
  for (const [index, item] of prefixItems.entries()) {
    const miss = () => report(cxt, "required", "", str`${cxt.it.errorPath}/${index}`);
    const check = () =>
      cxt.subschema(
        { keyword: "prefixItems", schemaProp: index, dataProp: index },
        gen.name("valid"),
      );
    const isMissing = _`${length} <= ${index}`;
    if (index < minItems) gen.if(isMissing, miss, isDescribed(item) ? check : undefined);
    else if (isDescribed(item)) gen.if(_`${length} > ${index}`, check);
  }
}

interface TupleSchema {
  readonly prefixItems: readonly object[];
  readonly minItems?: number;
}

/** The items after those of a tuple. */
function checkItems(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const { prefixItems = [] } = cxt.parentSchema as Partial<TupleSchema>; // of this keyword
  const valid = gen.name("valid");
  const length = gen.const("len", _`${data}.length`);
  gen.forRange("i", prefixItems.length, length, (index) => {
    cxt.subschema({ keyword: "items", dataProp: index, dataPropType: PropertyKind.Num }, valid);
    gen.if(_`!${valid}`, () => gen.break());
  });
}

/** Handles `properties` and `required` together. */
function checkProperties(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const { properties, required = [] } = cxt.parentSchema as ObjectSchema; // of this keyword
  for (const name of new Set([...required, ...Object.keys(properties)])) {
    const { isThere, isMissing } = presence(data, name);
    const check = () => checkProperty(cxt, name);
    const miss = () => report(cxt, "required", "", pathTo(cxt, name));
    if (!required.includes(name)) {
      if (isDescribed(properties[name])) gen.if(isThere, check);
      continue;
    }
    if (isDescribed(properties[name])) gen.if(isMissing, miss, check);
    else gen.if(isMissing, miss);
  }
}

/** Inherited names, such as `toString`, count only as own properties. */
function presence(data: Name, property: string): { isThere: Code; isMissing: Code } {
  if (property in Object.prototype) {
    const isThere = _`Object.hasOwn(${data}, ${property})`;
    return { isThere, isMissing: _`!${isThere}` };
  }
  const value = _`${data}${accessTo(property)}`;
  return { isThere: _`${value} !== undefined`, isMissing: _`${value} === undefined` };
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly patternProperties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function isDescribed(schema: object | undefined): boolean {
  return schema !== undefined && Object.keys(schema).length > 0;
}

function checkProperty(cxt: KeywordCxt, name: string): void {
  const valid = cxt.gen.name("valid");
  cxt.subschema({ keyword: "properties", schemaProp: name, dataProp: name }, valid);
}

function accessTo(property: string): Code {
  return IDENTIFIER.test(property) ? _`.${new Name(property)}` : _`[${property}]`;
}

const IDENTIFIER = /^[a-z$_][a-z$_0-9]*$/i;

/** Checks each property whose name matches a pattern, also if `properties` describes it. */
function checkPatterns(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const patterns = Object.keys(cxt.schema as object); // as its schemaType says
  gen.forIn("key", data, (key) => {
    for (const pattern of patterns) {
      const valid = gen.name("valid");
      gen.if(matches(pattern, key), () => {
        cxt.subschema(
          {
            keyword: "patternProperties",
            schemaProp: pattern,
            dataProp: key,
            dataPropType: PropertyKind.Str,
          },
          valid,
        );
        gen.if(_`!${valid}`, () => gen.break());
      });
    }
  });
}

function matches(pattern: string, key: Name): Code {
  return _`new RegExp(${pattern}, "u").test(${key})`;
}

/** Reports a property whose name is not allowed. */
function checkNames(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  gen.forIn("key", data, (key) => {
    const valid = gen.name("valid");
    cxt.subschema(
      {
        keyword: "propertyNames",
        data: key,
        dataTypes: ["string"],
        propertyName: key,
        compositeRule: true,
        createErrors: false,
      },
      valid,
    );
    gen.if(_`!${valid}`, () => {
      report(cxt, "never", "", str`${cxt.it.errorPath}${getErrorPath(key, PropertyKind.Str)}`);
      gen.break();
    });
  });
}

/** Checks the properties that neither `properties` nor a pattern describes. */
function checkOthers(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const { properties = {}, patternProperties = {} } = cxt.parentSchema as Partial<ObjectSchema>; // of this keyword
  const valid = gen.name("valid");
  gen.forIn("key", data, (key) => {
    for (const name of Object.keys(properties)) gen.if(_`${key} === ${name}`, _`continue`);
    for (const pattern of Object.keys(patternProperties)) {
      gen.if(matches(pattern, key), _`continue`);
    }
    cxt.subschema(
      { keyword: "additionalProperties", dataProp: key, dataPropType: PropertyKind.Str },
      valid,
    );
    gen.if(_`!${valid}`, () => gen.break());
  });
}

// ---- Reports

/** Functions that generated code calls, and variables that ajv declares in it. */
const NAMES = {
  fail: new Name("fail"),
  isRecord: new Name("isRecord"),
  nearest: new Name("nearest"),
  nest: new Name("nest"),
  vErrors: new Name("vErrors"),
  errors: new Name("errors"),
};

/** Inside alternatives, only the number of errors is needed. */
function report(cxt: KeywordCxt, keyword: string, expected = "", path = pathOf(cxt)): void {
  const { gen, it } = cxt;
  const { fail, vErrors, errors } = NAMES;
  if (it.createErrors !== false) {
    gen.assign(vErrors, _`${fail}(${vErrors}, ${path}, ${keyword}, ${expected})`);
  }
  gen.code(_`${errors}++`);
}

function pathOf({ it }: KeywordCxt): Code {
  return str`${it.errorPath}`;
}

function pathTo({ it }: KeywordCxt, property: string): Code {
  return str`${it.errorPath}${`/${escapeToken(property)}`}`;
}
