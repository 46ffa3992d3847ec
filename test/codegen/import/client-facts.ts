/** Descriptions of lists, and what an import reads of them for the client. */
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

const ITEM = { type: "object", properties: { id: { type: "string" } } };
export const LIST = { type: "array", items: ITEM };
export const TEXT = { type: "string" };
export const NUMBER = { type: "integer" };
export const FLAG = { type: "boolean" };

/** A description of operations by their routes. */
export function describePaths(
  operations: Readonly<Record<string, object>>,
  more: object = {},
): string {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => {
      const [method = "", url = ""] = key.split(" ");
      return [url, { [method.toLowerCase()]: operation }];
    }),
  );
  return describeApi({ servers: [{ url: "https://api.acme.example" }], paths, ...more });
}

/** An operation whose page is an object: a list under `data`, with properties beside it. */
export function listWith(parameters: Schemas, properties: Schemas, more: object = {}) {
  const page = { type: "object", properties: { data: LIST, ...properties } };
  return { ...listOf(parameters, page), ...more };
}

/** An operation whose page is a list, with a header beside it. */
export function listWithLink(parameters: Schemas, header = "Link") {
  const page = { headers: { [header]: {} }, content: { "application/json": { schema: LIST } } };
  return { parameters: inQuery(parameters), responses: { 200: page } };
}

/** An operation whose page has a schema of its own. */
export function listOf(parameters: Schemas, page: object) {
  const content = { "application/json": { schema: page } };
  return { parameters: inQuery(parameters), responses: { 200: { content } } };
}

function inQuery(parameters: Schemas) {
  return Object.entries(parameters).map(([name, schema]) => ({ name, in: "query", schema }));
}

/** The imported vendor, the rules of pagination at routes, and the notes. Fails if the YAML is refused. */
export function readFacts({ texts, notes }: ReturnType<typeof importAlone>) {
  readSchema(Object.entries(texts).map(([path, text]) => ({ path, text })));
  const vendor = parse(texts["vendor.yaml"] ?? "") as Record<string, unknown>;
  const routes = parse(texts["routes.yaml"] ?? "") as Record<string, Record<string, unknown>>;
  const rules = Object.entries(routes).flatMap(([key, { pagination }]) =>
    pagination === undefined ? [] : [[key, pagination]],
  );
  return { vendor, rules: Object.fromEntries(rules) as unknown, notes };
}

/** The rule of pagination of one operation, without the routes that it is for. */
export function ruleOf(operation: object, more: object = {}): object | undefined {
  const { vendor } = readFacts(importAlone(describePaths({ "GET /x": operation }, more)));
  const [rule] = Object.values((vendor["pagination"] ?? {}) as Record<string, object>);
  if (rule === undefined) return undefined;
  return Object.fromEntries(Object.entries(rule).filter(([key]) => key !== "routes"));
}

/** Schemas by the names of parameters or properties. */
export type Schemas = Readonly<Record<string, unknown>>;
