/** Laws of templates: the engine beside a naive reading of RFC 6570. */
import fc from "fast-check";
import { EndpointError } from "../../src/request/endpoint/errors.js";
import { expandTemplate } from "../../src/request/endpoint/route/template.js";
import { expandNaively, type Value } from "./oracle.js";
import { check, type Property } from "./property.js";

const names = ["a", "b", "c_d", "e.f", "g%41", "constructor", "toString"] as const;
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("%2e", "..", "/", "%", "%4", "a b", "🎉é"),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** Without `__proto__`, which as a key of an object sets the prototype. */
const key = text.filter((name) => name !== "__proto__");
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(key, scalar, { maxKeys: 4, noNullPrototype: true }),
  fc.constantFrom(null, undefined),
);
const variables = fc.record(Object.fromEntries(names.map((name) => [name, value])), {
  requiredKeys: [],
});

/** A variable without a prefix length: a list or a map cannot have one. */
const spec = fc.tuple(fc.constantFrom(...names), fc.constantFrom("", "*"));
const expression = fc
  .tuple(
    fc.constantFrom("", "+", "#", ".", "/", ";", "?", "&"),
    fc.array(spec, { minLength: 1, maxLength: 4 }),
  )
  .map(([symbol, specs]) => `{${symbol}${specs.map((pair) => pair.join("")).join(",")}}`);
const literal = fc.string({
  unit: fc.constantFrom(...Array.from("abc/?#&=.:;,-_~é日"), "%20", "%e9", "🎉"),
  maxLength: 8,
});
const template = fc
  .array(fc.oneof(literal, expression), { maxLength: 6 })
  .map((parts) => parts.join(""));

export const templateProperties: readonly Property[] = [
  check("expands as a naive reading of RFC 6570 does", template, variables, (source, values) => {
    const expected = expandNaively(source, values);
    const actual = expandTemplate(source, values);
    if (actual !== expected)
      throw new Error(`${JSON.stringify(actual)} in place of ${JSON.stringify(expected)}`);
  }),
  check("cuts prefixes as it does", text, fc.integer({ min: 1, max: 9 }), (a, length) => {
    for (const symbol of ["", "+", "#", ".", "/", ";", "?", "&"]) {
      const source = `{${symbol}a:${length}}`;
      if (expandTemplate(source, { a }) !== expandNaively(source, { a })) throw new Error(source);
    }
  }),
  check(
    "reads any text, or says where it is malformed",
    fc.string({ unit: "binary" }),
    fc.constant({}),
    (source, values) => {
      expectOwnError(() => expandTemplate(source, values), /position \d+/);
    },
  ),
  check(
    "reads any text of its own characters",
    fc.string({ unit: fc.constantFrom(...Array.from("{}+#./;?&*:,%4ab|=!@ ")) }),
    fc.constant({}),
    (source, values) => {
      expectOwnError(() => expandTemplate(source, values), /position \d+/);
    },
  ),
  check(
    "leaves nothing in the result that a URL cannot hold",
    template,
    variables,
    (source, values) => {
      if (
        !/^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(
          expandTemplate(source, values),
        )
      )
        throw new Error(source);
    },
  ),
];

function expectOwnError(call: () => unknown, pattern: RegExp): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof EndpointError) || !pattern.test(error.message)) throw error;
  }
}
