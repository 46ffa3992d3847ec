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
import type { PageScheme } from "./types.js";

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
  const list = findListOfPage(fields);
  const items = readItems(list);
  const more = findField(fields, "has_next_page")?.path;
  const end = more === undefined ? {} : { more };
  switch (scheme["type"]) {
    case "cursor": {
      const parameter = findField(parameters, "next_cursor_param")?.path;
      const body = findField(fields, "next_cursor_field")?.path;
      if (parameter === undefined || body === undefined) return undefined;
      return { style: "cursor", parameter, next: { body }, ...end, ...items };
    }
    case "cursor_id": {
      const parameter = findField(parameters, "next_cursor_id_param")?.path;
      const item = findItemId(list) ?? "id";
      if (parameter === undefined) return undefined;
      return { style: "cursor", parameter, next: { item }, ...end, ...items };
    }
    case "cursor_url": {
      const body = findField(fields, "cursor_url_field")?.path;
      return body === undefined ? undefined : { style: "link", next: { body }, ...items };
    }
    case "offset": {
      const parameter = findField(parameters, "offset_count_param")?.path;
      const total = findField(fields, "offset_total_count_field")?.path;
      if (parameter === undefined) return undefined;
      return { style: "offset", parameter, ...end, ...(total && { total }), ...items };
    }
    case "page_number": {
      const parameter = findField(parameters, "page_number_param")?.path;
      const pages = findField(fields, "total_page_count_field")?.path;
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

/** Finds the field with a purpose, which is given or shown by its name. */
function findField(fields: readonly SchemeField[], purpose: string): SchemeField | undefined {
  const isNamed = ({ purpose: declared, path }: SchemeField): boolean =>
    declared === undefined && COMMON_NAMES[purpose]?.test(path) === true;
  return fields.find((field) => field.purpose === purpose) ?? fields.find(isNamed);
}

/** Finds the field with the items of a page. A name shows it only for a list. */
function findListOfPage(fields: readonly SchemeField[]): SchemeField | undefined {
  const declared = fields.find(({ purpose }) => purpose === "items");
  return declared ?? findField(fields.filter(isList), "items");
}

function isList({ schema }: SchemeField): boolean {
  return schema["type"] === "array";
}

/** The key `items` of a rule. A scheme can say that the page itself is the list, which needs no key. */
function readItems(list: SchemeField | undefined): Pick<Pagination, "items"> {
  if (list === undefined) return {};
  const { is_top_level_array: isPage } = mapOf(list.schema["x-stainless-pagination-property"]);
  return list.purpose === "items" && isPage === true ? {} : { items: list.path };
}

/** The property of an item that serves as the next cursor. */
function findItemId(list: SchemeField | undefined): string | undefined {
  const inner = listSchemeFields(mapOf(list?.schema["items"])["properties"], []);
  return inner.find(({ purpose }) => purpose === "cursor_item_id")?.path;
}

// ---- Types

/** A parameter, or a property of the page. */
interface SchemeField {
  /** With dots between its names. */
  readonly path: string;
  readonly schema: JsonMap;
  readonly purpose: Json;
}
