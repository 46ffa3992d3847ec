/** What compiles for the bodies that a route declares, and what the errors say. */
import { beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
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
GET /search:
  operation: search/run
  query: { url: { type: string, required: true }, q: string }
  header: { X-Account: { type: string, required: true } }
`;

const vendor = (miniature["vendor.yaml"] ?? "").replace(
  /baseUrl.*/,
  'baseUrl: "https://{region}.acme.example"\nvariables: { region: { default: eu, values: [eu, us] } }\nruntime: false',
);

let files: readonly GeneratedFile[];

beforeAll(async () => {
  files = await generate(
    readSchema(miniatureWith({ "routes.yaml": routes, "vendor.yaml": vendor })),
  );
});

function errorsOf(call: string): readonly string[] {
  return typeErrors(
    files,
    `import type { Endpoint } from "../../../src/endpoint/types.js";
import type { ServerOptions } from "./constants.js";
import type { Routes } from "./routes.js";
declare const endpoint: Endpoint<Routes, never, ServerOptions>;
${call};`,
  );
}

describe("a call compiles", () => {
  it.each([
    'endpoint("POST /charges", { amount: 1 })',
    'endpoint("POST /charges", { data: new URLSearchParams() })',
    'endpoint("POST /files", { title: "a", name: "b" })',
    'endpoint("POST /files", { title: "a", headers: { "content-type": "application/json; charset=utf-8", a: "b" } })',
    'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, file: new Blob([]) })',
    'endpoint("POST /files", { headers: { "content-type": "multipart/form-data" }, data: new FormData() })',
    'endpoint("POST /files", { headers: { "content-type": "text/csv" }, data: "a;b" })',
    'endpoint("PATCH /things/{id}", { id: "1", data: [{ op: "remove" }] })',
    'endpoint("GET /search", { parameters: { url: "a" }, q: "b", "X-Account": "c" })',
    'endpoint.defaults({ variables: { region: "us" } })("POST /charges", { amount: 1 })',
    'endpoint("POST /charges", { amount: 1, variables: { region: "us" } })',
  ])("%s", (call) => {
    expect(errorsOf(call)).toEqual([]);
  });
});

describe("a call does not compile, and the error tells why", () => {
  it.each<[call: string, words: string]>([
    ['endpoint("POST /charges", { amount: "1" })', "'string' is not assignable to type 'number'"],
    [
      'endpoint("POST /charges", { data: new FormData() })',
      'BodyOf<"application/x-www-form-urlencoded">',
    ],
    [
      'endpoint("POST /charges", { data: { amount: 1 } })',
      'BodyOf<"application/x-www-form-urlencoded">',
    ],
    [
      'endpoint("POST /charges", { amount: 1, data: new URLSearchParams() })',
      "ChargesCreateWholeParameters",
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
  ])("%s", (call, words) => {
    expect(errorsOf(call).join("\n")).toContain(words);
  });
});
