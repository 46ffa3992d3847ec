/** Calls that compile for the bodies that a route declares, and the errors of those that do not. */
import { beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrorsOfEach } from "../cases/codegen/emit/type-errors.js";
import { miniature, miniatureWith } from "../cases/codegen/read/miniature.js";

const routes = `POST /charges:
  operation: charges/create
  body:
    contentType: application/x-www-form-urlencoded
    schema: { required: [amount], properties: { amount: { type: integer }, note: { type: string } } }
POST /files:
  operation: files/create
  body:
    content:
      application/json: { required: [title], properties: { name: { type: string }, title: { type: string } } }
      multipart/form-data: { properties: { file: { type: string, format: binary } } }
      text/csv: { type: string }
PATCH /things/{id}:
  operation: things/patch
  path: { id: string }
  body: { contentType: application/json-patch+json, schema: { type: array, items: { type: object } } }
POST /mixed:
  operation: mixed/create
  body:
    content:
      application/json: { properties: { name: { type: string } } }
      text/csv: { type: string }
POST /elsewhere/{id}:
  operation: elsewhere/create
  path: { id: string }
  needsBaseUrl: true
GET /elsewhere:
  operation: elsewhere/get
  needsBaseUrl: true
POST /mail:
  operation: mail/send
  query: { dry: boolean, trace: { type: string, required: true } }
  body: { required: false, schema: { $ref: components/shared.yaml#/mail } }
POST /uploads/{id}:
  operation: uploads/create
  path: { id: string }
  body:
    contentType: multipart/form-data
    schema: { $ref: components/shared.yaml#/upload }
PATCH /notes/{id}:
  operation: notes/patch
  path: { id: string }
  body: { schema: { additionalProperties: true, properties: { text: { type: string }, at: { type: string, format: date-time } } } }
GET /search:
  operation: search/run
  query: { url: { type: string, required: true }, q: string }
  header: { X-Account: { type: string, required: true } }
`;

const shared = `${miniature["components/shared.yaml"] ?? ""}
mail: { type: object, required: [to, subject], properties: { to: { type: string }, subject: { type: string }, text: { type: string } } }
upload: { type: object, required: [data, title], properties: { data: { type: string, format: binary }, url: { type: string, format: binary }, title: { type: string } } }
`;

const vendor = (miniature["vendor.yaml"] ?? "").replace(
  /baseUrl.*/,
  'baseUrl: "https://{region}.acme.example"\nvariables: { region: { default: eu, values: [eu, us] } }\nruntime: false',
);

const CORRECT: readonly string[] = [
  'endpoint("POST /charges", { amount: 1 })',
  'endpoint("POST /mixed", { data: {} })',
  'endpoint("POST /mixed", { data: { name: "a" } })',
  'endpoint("POST /mixed", { name: "a" })',
  'endpoint("POST /mixed")',
  'endpoint("POST /elsewhere/{id}", { id: "a", baseUrl: "https://own.example" })',
  'endpoint.defaults({ baseUrl: "https://own.example" })("POST /elsewhere/{id}", { id: "a" })',
  'endpoint.defaults({ baseUrl: "https://own.example" })("GET /elsewhere")',
  'endpoint("POST /charges", { data: new URLSearchParams() })',
  'endpoint("POST /files", { title: "a", name: "b" })',
  'endpoint("POST /files", { title: "a", headers: { "content-type": "application/json; charset=utf-8", a: "b" } })',
  'endpoint("POST /files", { title: "a", headers: new Headers() })',
  'endpoint("POST /files", { title: "a", headers: [["a", "b"]] })',
  'endpoint("POST /files", { title: "a", headers: new Map([["a", "b"]]) })',
  'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, file: new Blob([]) })',
  'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, data: new FormData() })',
  'endpoint("POST /files", { headers: { "content-type": "text/csv" }, data: "a;b" })',
  'endpoint("POST /charges", { data: { amount: 1 } })',
  'endpoint("POST /files", { data: { title: "a" } })',
  'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, data: { file: new Blob([]) } })',
  'endpoint("PATCH /things/{id}", { id: "1", data: [{ op: "remove" }] })',
  // Absent or complete
  'endpoint("POST /mail", { trace: "1" })',
  'endpoint("POST /mail", { trace: "1", dry: true, to: "a", subject: "b" })',
  'endpoint("POST /mail", { trace: "1", data: { to: "a", subject: "b" } })',
  'endpoint("POST /mail", { trace: "1", data: undefined })',
  'endpoint.defaults({ trace: "1" })("POST /mail")',
  'endpoint.defaults({ trace: "1" })("POST /mail", { to: "a", subject: "b" })',
  // Fields that have the names of options
  'endpoint("POST /uploads/{id}", { id: "1", data: { data: new Blob([]), url: new Blob([]), title: "a" } })',
  'endpoint("POST /uploads/{id}", { id: "1", data: new FormData() })',
  'endpoint("PATCH /notes/{id}", { id: "1" })',
  'endpoint("PATCH /notes/{id}", { id: "1", text: "a", at: new Date(), other: 1 })',
  'endpoint("PATCH /notes/{id}", { id: "1", data: { text: "a", other: 1 } })',
  'endpoint("GET /search", { parameters: { url: "a" }, q: "b", "X-Account": "c" })',
  'endpoint.defaults({ variables: { region: "us" } })("POST /charges", { amount: 1 })',
  'endpoint("POST /charges", { amount: 1, variables: { region: "us" } })',
];

/** Calls, and words of the error of each. */
const WRONG: readonly (readonly [call: string, words: string])[] = [
  ['endpoint("POST /charges", { amount: "1" })', "'string' is not assignable to type 'number'"],
  [
    'endpoint("POST /charges", { data: new FormData() })',
    'BodyOf<"application/x-www-form-urlencoded">',
  ],
  ['endpoint("POST /charges", { data: { note: "a" } })', "'amount' is missing"],
  [
    'endpoint("POST /charges", { amount: 1, data: new URLSearchParams() })',
    "'data' are incompatible.\n    Type 'URLSearchParams' is not assignable to type 'undefined'",
  ],
  ['endpoint("POST /charges", { amount: 1, notes: "a" })', "Did you mean to write 'note'?"],
  ['endpoint("POST /mail", { trace: "1", subject: "b" })', "'to' is missing"],
  ['endpoint("POST /mail", { to: "a", subject: "b" })', "'trace' is missing"],
  ['endpoint("POST /mail", { dry: true })', "MailSendParameters': trace, to, subject"],
  // A compiler explains a union by the member that shares most keys with the argument: here, none.
  ['endpoint("POST /mail", {})', "of type 'MailSendDataParameters | MailSendParameters'"],
  ['endpoint("POST /mail")', 'MissingParameters<"POST /mail", "subject" | "to" | "trace">'],
  ['endpoint("POST /mail", { trace: "1", data: { subject: "b" } })', "'to' is missing"],
  [
    'endpoint("POST /mail", { trace: "1", to: "a", subject: "b", data: { to: "a", subject: "b" } })',
    "is not assignable to type 'undefined'",
  ],
  [
    'endpoint("POST /uploads/{id}", { id: "1", data: { data: "a", title: "a" } })',
    "'string' is not assignable to type 'Blob'",
  ],
  [
    'endpoint("POST /uploads/{id}", { id: "1", data: { data: new Blob([]) } })',
    "'title' is missing",
  ],
  [
    'endpoint("POST /files", { headers: { "content-type": "text/csv" }, data: { a: 1 } })',
    'BodyOf<"text/csv">',
  ],
  [
    'endpoint("POST /files", { headers: { "content-type": "text/plain" }, data: "a" })',
    '"text/csv"',
  ],
  [
    'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, data: "a" })',
    '"multipart/form-data"',
  ],
  [
    'endpoint("PATCH /things/{id}", { id: "1", data: "a" })',
    'BodyOf<"application/json-patch+json">',
  ],
  ['endpoint("GET /search", { parameters: {}, "X-Account": "c" })', "'url' is missing"],
  ['endpoint("GET /search", { parameters: { url: "a" } })', `X-Account`],
  ['endpoint.defaults({ variables: { region: "moon" } })', '"moon"'],
  ['endpoint("POST /charges", { amount: 1, variables: { region: "moon" } })', '"moon"'],
];

const errorsOf = new Map<string, readonly string[]>();

beforeAll(async () => {
  const files = await generate(
    readSchema(
      miniatureWith({
        "routes.yaml": routes,
        "vendor.yaml": vendor,
        "components/shared.yaml": shared,
      }),
    ),
  );
  const calls = [...CORRECT, ...WRONG.map(([call]) => call)];
  const errors = typeErrorsOfEach(files, calls.map(printProgram));
  calls.forEach((call, index) => errorsOf.set(call, errors[index] ?? []));
});

describe("a call", () => {
  it.each(CORRECT)("compiles: %s", (call) => {
    expect(errorsOf.get(call)).toEqual([]);
  });

  it.each(WRONG)("does not compile, and the error tells why: %s", (call, words) => {
    expect(errorsOf.get(call)?.join("\n")).toContain(words);
  });
});

function printProgram(call: string): string {
  return `import type { Endpoint } from "../../../src/request/endpoint/signatures.js";
import type { ServerOptions } from "./constants.js";
import type { Routes } from "./routes.js";
declare const endpoint: Endpoint<Routes, never, ServerOptions>;
${call};`;
}
