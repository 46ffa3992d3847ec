/** Mistakes in JSON Schemas and their references. */
import { KNOWN_KEYS } from "../known-keys.js";
import { type Mistake, component, payload } from "./files.js";

export const schemaMistakes: readonly Mistake[] = [
  // Schemas
  {
    title: "an unknown keyword",
    files: component("a:\n  propertes: {}\n"),
    report: [
      `components/other.yaml:2:3  a.propertes: The key \`propertes\` is unknown; expected ${KNOWN_KEYS.schema}. Did you mean \`properties\`?`,
    ],
  },
  {
    title: "an unknown type",
    files: component("a: { type: strng }\n"),
    report: [
      'components/other.yaml:1:12  a.type: The value is "strng"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `string`?',
    ],
  },
  {
    title: "an unknown type in a list",
    files: component("a: { type: [string, nul] }\n"),
    report: [
      'components/other.yaml:1:21  a.type[1]: The value is "nul"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `null`?',
    ],
  },
  {
    title: "a type that is a number",
    files: component("a: { type: 7 }\n"),
    report: ["components/other.yaml:1:12  a.type: The value is 7; expected a string or a list."],
  },
  {
    title: "a schema that is a word",
    files: component("a: string\n"),
    report: ['components/other.yaml:1:4  a: The value is "string"; expected a map or a boolean.'],
  },
  {
    title: "required that is no list",
    files: component("a: { required: yes }\n"),
    report: ['components/other.yaml:1:16  a.required: The value is "yes"; expected a list.'],
  },
  {
    title: "required that is misspelt",
    files: component("a: { required: [titel], properties: { title: true } }\n"),
    report: [
      'components/other.yaml:1:17  a.required[0]: The required property is "titel"; expected a name from `properties`. Did you mean `title`?',
    ],
  },
  {
    title: "a count below zero",
    files: component("a: { minLength: -1 }\n"),
    report: ["components/other.yaml:1:17  a.minLength: The value is -1; expected 0 or more."],
  },
  {
    title: "a count that is a text",
    files: component('a: { minItems: "1" }\n'),
    report: ['components/other.yaml:1:16  a.minItems: The value is "1"; expected an integer.'],
  },
  {
    title: "a pattern that is none",
    files: component('a: { pattern: "(" }\n'),
    report: [
      'components/other.yaml:1:15  a.pattern: The value is "("; expected a regular expression.',
    ],
  },
  {
    title: "an empty oneOf",
    files: component("a: { oneOf: [] }\n"),
    report: [
      "components/other.yaml:1:13  a.oneOf: The value is an empty list; expected one item or more.",
    ],
  },
  {
    title: "a component name with a dot",
    files: component("a.b: true\n"),
    report: [
      'components/other.yaml:1:1  ["a.b"]: The key is "a.b"; expected a component name of letters, digits, `_` and `-` that begins with a letter.',
    ],
  },
  // References
  {
    title: "a reference to a missing component",
    files: component("a: { $ref: shared.yaml#/tickt }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "shared.yaml#/tickt"; expected an existing component, but `components/shared.yaml` has no `tickt`. Did you mean `shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a missing component of the file",
    files: component('a: { items: { $ref: "#/b" } }\n'),
    report: [
      'components/other.yaml:1:21  a.items.$ref: The reference is "#/b"; expected an existing component, but `components/other.yaml` has no `b`. Did you mean `#/a`?',
    ],
  },
  {
    title: "a reference to a missing file",
    files: payload("actions:\n  opened: { $ref: ../components/sharde.yaml#/ticket }\n"),
    report: [
      'payloads/ticket.yaml:2:19  actions.opened.$ref: The reference is "../components/sharde.yaml#/ticket"; expected an existing file, but there is no `components/sharde.yaml`. Did you mean `../components/shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a file that holds no components",
    files: component("a: { $ref: ../payloads/ping.yaml#/payload }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "../payloads/ping.yaml#/payload"; expected an existing file, but there is no `payloads/ping.yaml`.',
    ],
  },
  {
    title: "a reference out of the folder",
    files: component("a: { $ref: ../../components/shared.yaml#/ticket }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "../../components/shared.yaml#/ticket"; expected an existing file, but there is no `../components/shared.yaml`. Did you mean `shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a prototype key",
    files: component("a: { $ref: shared.yaml#/constructor }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "shared.yaml#/constructor"; expected an existing component, but `components/shared.yaml` has no `constructor`.',
    ],
  },
  {
    title: "a reference without fragment",
    files: component("a: { $ref: shared.yaml }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The value is "shared.yaml"; expected a reference such as `components/api.yaml#/issue`.',
    ],
  },
  {
    title: "a reference that is not alone",
    files: component("a: { $ref: shared.yaml#/ticket, description: Mine. }\n"),
    report: [
      "components/other.yaml:1:6  a.$ref: The `$ref` is beside `description`; expected it alone. To add keywords, list it under `allOf`.",
    ],
  },
  {
    title: "references in a circle",
    files: component("a: { $ref: '#/b' }\nb: { $ref: '#/a' }\nc: { $ref: '#/a' }\n"),
    report: [
      "components/other.yaml:1:12  a.$ref: The component `a` is a reference to itself; expected a schema.",
      "components/other.yaml:2:12  b.$ref: The component `b` is a reference to itself; expected a schema.",
    ],
  },
  {
    title: "a discriminator without `oneOf` or `anyOf`",
    files: component("a: { discriminator: { propertyName: kind } }\n"),
    report: [
      "components/other.yaml:1:6  a.discriminator: The discriminator is alone; expected `oneOf` or `anyOf` beside it.",
    ],
  },
  {
    title: "a discriminator whose mapping has a schema that is no alternative",
    files: component(
      `b:
  oneOf: [{ $ref: "#/c" }]
  discriminator: { propertyName: kind, mapping: { c: "#/c", d: "#/d" } }
c: { type: object }
`,
    ),
    report: [
      'components/other.yaml:3:64  b.discriminator.mapping.d: The alternative is "#/d"; expected `#/c`. Did you mean `#/c`?',
    ],
  },
];
