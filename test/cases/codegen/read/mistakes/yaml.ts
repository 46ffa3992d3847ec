/** Mistakes of YAML itself, and of the files of a folder. */
import { KNOWN_KEYS } from "../known-keys.js";
import { type Mistake, component } from "./files.js";

export const yamlMistakes: readonly Mistake[] = [
  // YAML itself
  {
    title: "a syntax error",
    files: component("a: [1\n"),
    report: [
      "components/other.yaml:2:1  The text is invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].",
    ],
  },
  {
    title: "a tab as indentation",
    files: component("a:\n\ttype: string\n"),
    report: ["components/other.yaml:2:1  The indentation is a tab; expected spaces."],
  },
  {
    title: "two documents",
    files: component("a: true\n---\nb: true\n"),
    report: [
      "components/other.yaml:2:1  The document is a second one (`---`); expected one document in a file.",
    ],
  },
  {
    title: "an empty file",
    files: component(""),
    report: ["components/other.yaml:1:1  The file is empty; expected a map."],
  },
  {
    title: "a file of comments",
    files: component("# nothing yet\n"),
    report: ["components/other.yaml:1:1  The file is empty; expected a map."],
  },
  {
    title: "a list as root",
    files: component("- a\n"),
    report: ["components/other.yaml:1:1  The value is a list; expected a map."],
  },
  {
    title: "a key twice",
    files: component("a: true\nb:\n  type: string\n  type: string\n"),
    report: ["components/other.yaml:4:3  b.type: The key `type` is repeated; expected it once."],
  },
  {
    title: "an anchor and its alias",
    files: component("a: &x { type: string }\nb: *x\n"),
    report: [
      "components/other.yaml:1:7  a: The value is marked with the anchor `&x`; expected a `$ref` to a shared schema in components/.",
      "components/other.yaml:2:4  b: The value is the alias `*x`; expected a `$ref` to a shared schema in components/.",
    ],
  },
  {
    title: "an alias without anchor",
    files: component("b: *x\n"),
    report: [
      "components/other.yaml:1:4  b: The value is the alias `*x`; expected a `$ref` to a shared schema in components/.",
    ],
  },
  {
    title: "a merge key",
    files: component("b: { <<: { type: string } }\n"),
    report: [
      'components/other.yaml:1:6  b["<<"]: The key is the merge key `<<`; expected a `$ref` to a shared schema in components/.',
    ],
  },
  {
    title: "a key that is a map",
    files: component("? { a: 1 }\n: true\n"),
    report: ["components/other.yaml:1:3  The key is not a string; expected a plain word."],
  },
  {
    title: "an unknown tag",
    files: component("a: !odd { type: string }\n"),
    report: ["components/other.yaml:1:4  The text is invalid YAML: Unresolved tag: !odd."],
  },
  {
    title: "the key __proto__",
    files: component("a: { properties: { __proto__: true } }\n"),
    report: [
      "components/other.yaml:1:20  a.properties.__proto__: The key is `__proto__`; expected one without a special meaning in JavaScript.",
    ],
  },
  {
    title: "an infinite number",
    files: component("a: { default: .inf }\n"),
    report: [
      "components/other.yaml:1:15  a.default: The value is Infinity; expected a finite number.",
    ],
  },
  {
    title: "CRLF and a byte order mark before a mistake",
    files: component("\uFEFFa:\r\n  tipe: string\r\n"),
    report: [
      `components/other.yaml:2:3  a.tipe: The key \`tipe\` is unknown; expected ${KNOWN_KEYS.schema}. Did you mean \`type\`?`,
    ],
  },
  // Files
  {
    title: "deliveries without events",
    files: { "events.yaml": undefined, "payloads/ping.yaml": undefined },
    report: [
      "events.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
    ],
  },
  {
    title: "neither events nor routes",
    files: {
      "events.yaml": undefined,
      "payloads/ping.yaml": undefined,
      "routes.yaml": undefined,
      "vendor.yaml": "name: acme\ntitle: Acme\n",
    },
    report: [
      "events.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
      "routes.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
    ],
  },
  {
    title: "an unknown file",
    files: { "evnts.yaml": "{}\n" },
    report: [
      "evnts.yaml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`. Did you mean `events.yaml`?",
    ],
  },
  {
    title: "another extension",
    files: { "components/more.yml": "{}\n" },
    report: [
      "components/more.yml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`. Did you mean `components/more.yaml`?",
    ],
  },
  {
    title: "a nested folder",
    files: { "payloads/deep/ticket.yaml": "{}\n" },
    report: [
      "payloads/deep/ticket.yaml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`.",
    ],
  },
];
