/** Descriptions of lists, and what an import reads of them for the client. */
import { parse } from "yaml";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, type importAlone } from "../../cases/codegen/import/describe.js";

export const query = (parameters: Types) =>
  Object.entries(parameters).map(([name, schema]) => ({ name, in: "query", schema }));

const ITEM = { type: "object", properties: { id: { type: "string" } } };
export const LIST = { type: "array", items: ITEM };
export const TEXT = { type: "string" };
export const NUMBER = { type: "integer" };
export const FLAG = { type: "boolean" };

/** A list with parameters, and with properties beside it. */
export const list = (parameters: Types, properties: Types, more: object = {}) => ({
  parameters: query(parameters),
  responses: {
    200: {
      content: {
        "application/json": {
          schema: { type: "object", properties: { data: LIST, ...properties } },
        },
      },
    },
  },
  ...more,
});

/** A list whose page is a schema. */
export const searched = (parameters: Types, schema: object) => ({
  parameters: query(parameters),
  responses: { 200: { content: { "application/json": { schema } } } },
});

export const linked = (parameters: Types, name = "Link") => ({
  parameters: query(parameters),
  responses: {
    200: { headers: { [name]: {} }, content: { "application/json": { schema: LIST } } },
  },
});

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

export function read({ texts, notes }: ReturnType<typeof importAlone>) {
  readSchema(Object.entries(texts).map(([path, text]) => ({ path, text }))); // is accepted
  const vendor = parse(texts["vendor.yaml"] ?? "") as Record<string, unknown>;
  const routes = parse(texts["routes.yaml"] ?? "") as Record<string, Record<string, unknown>>;
  const rules = Object.entries(routes).flatMap(([key, { pagination }]) =>
    pagination === undefined ? [] : [[key, pagination]],
  );
  return { vendor, routes: Object.fromEntries(rules) as unknown, notes };
}

export type Types = Readonly<Record<string, unknown>>;
