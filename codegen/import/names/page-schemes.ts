/** Converts the pagination schemes of a file of names to rules of `vendor.yaml`. */
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import type { Pagination } from "../../model/client.js";
import { inheritedProperties } from "../client/page-schemas.js";
import { fitsOperation } from "../client/fits-operation.js";
import type { PageSchemes } from "../client/pagination-rules.js";
import type { DescribedOperation } from "../model/operations.js";
import type { NamedMethod, PageScheme } from "./types.js";

/** Reads the schemes. Adds schemes that the client cannot follow to the ignored keys. */
export function readSchemes(pagination: Json, ignored: string[]): readonly PageScheme[] {
  const schemes = isMap(pagination) ? [pagination] : itemsOf(pagination).map(mapOf);
  return schemes.flatMap((scheme, index) => {
    const name = textOf(scheme["name"]) ?? "";
    const fields = listSchemeFields(scheme["response"], []);
    const parameters = listSchemeFields(scheme["request"], []);
    const rule = readSchemeRule(scheme, parameters, fields);
    if (rule === undefined || !/^[A-Za-z_][\w-]*$/.test(name)) {
      ignored.push(`pagination.${name === "" ? index : name}`);
      return [];
    }
    return [
      {
        name,
        rule,
        parameters: parameters.map(({ path }) => path),
        properties: fields.map(({ path }) => path),
      },
    ];
  });
}

function listSchemeFields(holder: Json, above: readonly string[]): readonly SchemeField[] {
  return entriesOf(holder).flatMap(([name, property]) => {
    const schema = mapOf(property);
    const path = [...above, name];
    const { purpose } = mapOf(schema["x-stainless-pagination-property"]);
    const inner = listSchemeFields(schema["properties"], path);
    return [{ path: path.join("."), schema, purpose }, ...inner];
  });
}

/** Reads the rule of a scheme; `undefined` if the client cannot follow it. */
function readSchemeRule(
  scheme: JsonMap,
  parameters: readonly SchemeField[],
  fields: readonly SchemeField[],
): Pagination | undefined {
  const list = fields.find(({ purpose }) => purpose === "items");
  const path = list?.path ?? findField(fields.filter(isListField), "items");
  const { is_top_level_array: isPage } = mapOf(list?.schema["x-stainless-pagination-property"]);
  const items = path === undefined || isPage === true ? {} : { items: path };
  const more = findField(fields, "has_next_page");
  const end = more === undefined ? {} : { more };
  switch (scheme["type"]) {
    case "cursor": {
      const parameter = findField(parameters, "next_cursor_param");
      const body = findField(fields, "next_cursor_field");
      if (parameter === undefined || body === undefined) return undefined;
      return { style: "cursor", parameter, next: { body }, ...end, ...items };
    }
    case "cursor_id": {
      const parameter = findField(parameters, "next_cursor_id_param");
      const item = findItemId(fields, path) ?? "id";
      if (parameter === undefined) return undefined;
      return { style: "cursor", parameter, next: { item }, ...end, ...items };
    }
    case "cursor_url": {
      const body = findField(fields, "cursor_url_field");
      return body === undefined ? undefined : { style: "link", next: { body }, ...items };
    }
    case "offset": {
      const parameter = findField(parameters, "offset_count_param");
      const total = findField(fields, "offset_total_count_field");
      if (parameter === undefined) return undefined;
      return { style: "offset", parameter, ...end, ...(total && { total }), ...items };
    }
    case "page_number": {
      const parameter = findField(parameters, "page_number_param");
      const pages = findField(fields, "total_page_count_field");
      if (parameter === undefined) return undefined;
      return { style: "page", parameter, ...end, ...(pages && { pages }), ...items };
    }
    default:
      return undefined;
  }
}

/** Names in common use, for fields whose purpose is not given. */
const COMMON_NAMES: Readonly<Record<string, RegExp>> = {
  items: /(?:^|\.)(?:data|items|results|entries)$/,
  has_next_page: /^has_?(?:more|next(?:_?page)?)$/i,
  next_cursor_param: /^(?:cursor|after|page_?token)$/i,
  next_cursor_field: /(?:^|\.)next_?(?:cursor|page_?token)?$/i,
  next_cursor_id_param: /^(?:starting_?after|after)$/i,
  page_number_param: /^page(?:_?number)?$/i,
  offset_count_param: /^offset$/i,
};

/** The path of the field with a purpose, which is given or shown by its name. */
function findField(fields: readonly SchemeField[], purpose: string): string | undefined {
  const isNamed = ({ purpose: declared, path }: SchemeField): boolean =>
    declared === undefined && COMMON_NAMES[purpose]?.test(path) === true;
  return (fields.find((field) => field.purpose === purpose) ?? fields.find(isNamed))?.path;
}

function isListField({ schema }: SchemeField): boolean {
  return schema["type"] === "array";
}

/** The property of an item that serves as the next cursor. */
function findItemId(fields: readonly SchemeField[], path: string | undefined): string | undefined {
  const list = fields.find((field) => field.path === path);
  const inner = listSchemeFields(mapOf(list?.schema["items"])["properties"], []);
  return inner.find(({ purpose }) => purpose === "cursor_item_id")?.path;
}

// ---- Lists of a description

/** Finds the scheme of a list: its method names it, or the list has all parameters and properties of it. */
export function createPageSchemes(
  schemes: readonly PageScheme[],
  methods: ReadonlyMap<string, readonly Pick<NamedMethod, "pages">[]>,
): PageSchemes {
  return {
    find(root, operation) {
      const chosenName = methods.get(operation.key)?.[0]?.pages;
      if (chosenName === false) return false;
      const chosen = schemes.filter(({ name }) => name === chosenName);
      const fitting = schemes.filter((scheme) => hasAllParts(root, scheme, operation));
      return [...chosen, ...fitting].find(({ rule }) => fitsOperation(root, rule, operation))?.rule;
    },
    nameOf: (rule) =>
      schemes.find((scheme) => JSON.stringify(scheme.rule) === JSON.stringify(rule))?.name,
  };
}

function hasAllParts(
  root: JsonMap,
  { parameters, properties }: PageScheme,
  { query, body, page }: DescribedOperation,
): boolean {
  const inBody = inheritedProperties(root, body);
  const inPage = inheritedProperties(root, page);
  return (
    page !== undefined &&
    parameters.every((name) => query.has(name) || inBody.has(name)) &&
    properties.every((path) => path.includes(".") || inPage.has(path))
  );
}

// ---- Types

/** A parameter, or a property of the page. */
interface SchemeField {
  /** With dots between its names. */
  readonly path: string;
  readonly schema: JsonMap;
  readonly purpose: Json;
}
