import { kindOf } from "../../model/media-types.js";
import { describe, entriesOf, isMap, type Json, type JsonMap } from "../model/description.js";
import type { ImportContext } from "../model/context.js";
import { followChain } from "../model/references.js";
import { typesOfSchema } from "../schemas/schema-types.js";

/** What a parameter says about its style, and the types that this depends on. */
interface Styled {
  readonly style: Json;
  readonly explode: Json;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** Notes a style that has no effect. */
  readonly refuse: (reason: string) => void;
}

/** The keys of `routes.yaml` for a style, for example `style: comma`. Empty for the usual style. */
type StyleKeys = Readonly<Record<string, string | boolean>>;

/** By location (OpenAPI Specification 3.1.0, section 4.8.12.2). */
const READERS: Readonly<Record<string, (styled: Styled) => StyleKeys>> = {
  path: readPathStyle,
  query: readQueryStyle,
  header: ({ explode, isObject }) => (explode === true && isObject ? { explode } : {}),
  cookie: readCookieStyle,
};

export function importStyle(
  parameter: JsonMap,
  location: string,
  context: ImportContext,
): StyleKeys {
  const { in: where, style, explode, allowReserved } = parameter;
  const content = contentOf(parameter, context);
  const isQuery = where === "query";
  if (where === "querystring") return readQuerystring(content, location, context);
  const reserved = isQuery && allowReserved === true ? { reserved: true } : {};
  if (allowReserved === true && !isQuery) {
    context.notes.lose(`\`allowReserved\` of a ${String(where)} parameter`, location);
  }
  if (content !== undefined) {
    if (kindOf(content.mediaType) === "json" && where !== "path") {
      return { style: "json", ...reserved };
    }
    context.notes.lose(`the media type ${content.mediaType} of a parameter`, location);
  }
  const types = typesOfSchema(parameter["schema"] ?? content?.schema, context);
  const read = READERS[String(where)];
  const styled = {
    ...{ style, explode },
    isList: types.includes("array"),
    isObject: types.includes("object"),
    refuse: (reason: string) =>
      context.notes.lose(`the style ${describe(style)} ${reason}`, location),
  };
  return { ...read?.(styled), ...reserved };
}

/** A form has a parameter for each field; any other content is the query as a whole. */
function readQuerystring(
  content: ReturnType<typeof contentOf>,
  location: string,
  { notes }: ImportContext,
): StyleKeys {
  const kind = kindOf(content?.mediaType ?? "");
  if (kind === "form") return { style: "explode" };
  if (content === undefined) notes.lose("a query without `content`", location);
  return { style: "whole" };
}

/** The style `cookie` of OpenAPI 3.2 encodes nothing. */
function readCookieStyle({ style = "form", explode, isList, isObject, refuse }: Styled): StyleKeys {
  const isJoined = explode === false && (isList || isObject);
  if (style === "cookie") return { style: isJoined ? "plain-comma" : "plain" };
  if (style !== "form") refuse("of a cookie");
  return isJoined ? { style: "comma" } : {};
}

/** The media type and the schema of a parameter that has `content` instead of a schema. */
export function contentOf(
  { schema, content }: JsonMap,
  { description: { root } }: ImportContext,
): { readonly mediaType: string; readonly schema: Json } | undefined {
  const [first] = schema === undefined ? entriesOf(content) : [];
  if (first === undefined) return undefined;
  const entry = followChain(root, first[1]);
  return { mediaType: first[0], schema: isMap(entry) ? entry["schema"] : undefined };
}

function readPathStyle({ style = "simple", explode, isList, isObject, refuse }: Styled): StyleKeys {
  if (style !== "simple" && style !== "label" && style !== "matrix") {
    refuse("of a path parameter");
    return {};
  }
  // A list in simple style has the same text with and without `explode`.
  const isExploded = explode === true && (isObject || (isList && style !== "simple"));
  return { ...(style !== "simple" && { style }), ...(isExploded && { explode }) };
}

const DELIMITED: ReadonlyMap<Json, string> = new Map([
  ["spaceDelimited", "spaces"],
  ["pipeDelimited", "pipes"],
]);

/** A list repeats its key unless it has a style, and objects always have one. */
function readQueryStyle({ style = "form", explode, isList, isObject, refuse }: Styled): StyleKeys {
  if (!isList && !isObject) {
    if (style !== "form") refuse("of a single value");
    return {};
  }
  if (style === "deepObject") return { style: "brackets" };
  const delimited = DELIMITED.get(style);
  // Only `form` is exploded by default.
  if (delimited !== undefined && explode !== true) return { style: delimited };
  if (delimited === undefined && style !== "form") refuse("of a query parameter");
  if (explode === false) return { style: "comma" };
  return isObject ? { style: "explode" } : {};
}
