/** Reads how a parameter writes a list or an object, as a style of `routes.yaml`. */
import { kindOf } from "../../model/http.js";
import { entriesOf, type Json, type JsonMap } from "../../model/json.js";
import type { ImportContext } from "../model/context.js";
import { typesOfSchema } from "../model/described-schemas.js";
import { describeJson, TAB_FORMAT } from "../model/description.js";
import { followMap } from "../model/references.js";

/** The keys of a style. Notes styles that cannot be written. */
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
  const types = typesOfSchema(context.description.root, parameter["schema"] ?? content?.schema);
  if (isQuery && TAB_FORMAT in parameter && types.includes("array"))
    return { style: "tabs", ...reserved };
  const readStyle = STYLE_READERS[String(where)];
  const styled = {
    style,
    explode,
    isList: types.includes("array"),
    isObject: types.includes("object"),
    refuse: (reason: string) =>
      context.notes.lose(`the style ${describeJson(style)} ${reason}`, location),
  };
  return { ...readStyle?.(styled), ...reserved };
}

/** Readers of styles by location (OpenAPI Specification 3.1.0, section 4.8.12.2). */
const STYLE_READERS: Readonly<Record<string, (styled: Styled) => StyleKeys>> = {
  path: readPathStyle,
  query: readQueryStyle,
  header: ({ explode, isObject }) => (explode === true && isObject ? { explode } : {}),
  cookie: readCookieStyle,
};

function readPathStyle({ style = "simple", explode, isList, isObject, refuse }: Styled): StyleKeys {
  if (style !== "simple" && style !== "label" && style !== "matrix") {
    refuse("of a path parameter");
    return {};
  }
  // A list in simple style is written in the same way with and without `explode`.
  const isExploded = explode === true && (isObject || (isList && style !== "simple"));
  return { ...(style !== "simple" && { style }), ...(isExploded && { explode }) };
}

/** Reads the style of a query parameter. The usual style of a list repeats the key; an object has none. */
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

const DELIMITED: ReadonlyMap<Json, string> = new Map([
  ["spaceDelimited", "spaces"],
  ["pipeDelimited", "pipes"],
]);

/** Reads the style of a cookie. The style `cookie` of OpenAPI 3.2 encodes nothing. */
function readCookieStyle({ style = "form", explode, isList, isObject, refuse }: Styled): StyleKeys {
  const isJoined = explode === false && (isList || isObject);
  if (style === "cookie") return { style: isJoined ? "plain-comma" : "plain" };
  if (style !== "form") refuse("of a cookie");
  return isJoined ? { style: "comma" } : {};
}

/** Reads the style of a whole query. Each field of a form becomes a parameter. */
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

/** The media type and the schema of a parameter with `content` instead of `schema`. */
export function contentOf(
  { schema, content }: JsonMap,
  { description: { root } }: ImportContext,
): { readonly mediaType: string; readonly schema: Json } | undefined {
  const [first] = schema === undefined ? entriesOf(content) : [];
  if (first === undefined) return undefined;
  return { mediaType: first[0], schema: followMap(root, first[1])["schema"] };
}

/** The style of a parameter, and the types by which it is read. */
interface Styled {
  readonly style: Json;
  readonly explode: Json;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** Notes that the style is not imported, and why. */
  readonly refuse: (reason: string) => void;
}

/** The keys of `routes.yaml` for a style, such as `style: comma`. Empty for the usual style. */
type StyleKeys = Readonly<Record<string, string | boolean>>;
