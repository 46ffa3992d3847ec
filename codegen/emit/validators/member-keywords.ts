/** Keywords that check the values inside a value: the items of a list, the properties of an object. */
import { _, type Code, type KeywordCxt, Name, str } from "ajv";
import { getErrorPath, Type as PropertyKind } from "ajv/dist/compile/util.js";
import { pathTo, report } from "./report-code.js";

/** The items of a tuple. A missing one is reported at its index. */
export function checkTuple(cxt: KeywordCxt): void {
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
export function checkItems(cxt: KeywordCxt): void {
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
export function checkProperties(cxt: KeywordCxt): void {
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
export function checkPatterns(cxt: KeywordCxt): void {
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
export function checkNames(cxt: KeywordCxt): void {
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
export function checkOthers(cxt: KeywordCxt): void {
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
