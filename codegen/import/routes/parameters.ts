/** Imports the parameters of routes. */
import { isHeaderName } from "../../model/http.js";
import { isMap, itemsOf, type Json, type JsonMap } from "../../model/json.js";
import type { ParameterLocation } from "../../model/model.js";
import { isWritableKey, TAB_FORMAT } from "../model/description.js";
import { kindOfKeyword } from "../model/notes.js";
import type { ImportContext } from "../model/context.js";
import { resolveEntry } from "../model/resolve-entry.js";
import { parameterSchema } from "./parameter-schemas.js";
import { importStyle } from "./parameter-styles.js";

const LOCATIONS = ["path", "query", "header", "cookie"] as const;

/**
 * Imports parameters. Later lists override earlier ones, as an operation overrides its path
 * (OpenAPI 3.0.3, section 4.7.9.1).
 */
export function importParameters(
  lists: readonly Json[],
  location: string,
  context: ImportContext,
): ImportedParameters {
  const parameters = new Map(LOCATIONS.map((where) => [where, new Map<string, Json>()]));
  for (const [index, item] of lists.flatMap(itemsOf).entries()) {
    const at = `${location} parameters/${index}`;
    const resolved = resolveEntry(item, at, context);
    if (!resolved) continue;
    const { in: declared, name } = resolved.value;
    // OpenAPI 3.2 has a separate location for a parameter that is the whole query.
    const where = declared === "querystring" ? "query" : declared;
    if (typeof name !== "string" || typeof where !== "string") {
      context.notes.lose("a parameter without `name` and `in`", at);
      continue;
    }
    const loss = describeLoss(where, name);
    if (loss !== undefined) context.notes.lose(`the ${where} parameter ${loss}`, location);
    else if (isLocation(where)) {
      const parameterLocation = `${location} ${where} ${name}`;
      const parameter = toParameter(resolved.value, resolved.shared, parameterLocation, context);
      parameters.get(where)?.set(name, parameter);
    }
  }
  return withoutClashes(parameters, location, context);
}

/** Names a parameter that cannot be imported, and where callers can pass it; `undefined` for any other. */
function describeLoss(where: string, name: string): string | undefined {
  if (!isLocation(where)) return `\`${name}\``;
  if (name === "" || !isWritableKey(name)) return `named ${JSON.stringify(name)}`;
  if (where === "path" || where === "query") return undefined;
  if (!isHeaderName(name)) return `named ${JSON.stringify(name)}`;
  const isOption = where === "header" && /^(accept|authorization|content-type)$/i.test(name);
  return isOption ? `\`${name}\`, which callers give in \`headers\`` : undefined;
}

function isLocation(where: string): where is ParameterLocation {
  return LOCATIONS.some((each) => each === where);
}

/** Keeps a name in its first location only. HTTP ignores the case of header names. */
function withoutClashes(
  parameters: ReadonlyMap<ParameterLocation, ReadonlyMap<string, Json>>,
  location: string,
  { notes }: ImportContext,
): ImportedParameters {
  const locationOf = new Map<string, ParameterLocation>();
  const kept = LOCATIONS.map((where) => {
    const entries = [...(parameters.get(where) ?? [])].filter(([name]) => {
      const keys = where === "header" ? [name, `header ${name.toLowerCase()}`] : [name];
      const first = keys.map((key) => locationOf.get(key)).find((each) => each !== undefined);
      for (const key of keys) locationOf.set(key, first ?? where);
      if (first === undefined) return true;
      notes.lose(`the ${where} parameter \`${name}\`, a name that the ${first} has too`, location);
      return false;
    });
    return [where, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kept) as ImportedParameters; // it has every location
}

/** Notes the keywords of a parameter that are not imported. */
function noteParameterKeywords(
  parameter: JsonMap,
  location: string,
  { notes }: ImportContext,
): void {
  for (const keyword of Object.keys(parameter)) {
    if (READ_KEYWORDS.has(keyword)) continue;
    if (keyword === TAB_FORMAT) {
      if (parameter["in"] === "query") continue;
      notes.lose("tabs between the items of a list, which is sent with commas", location);
    } else if (/^(?:examples?|x-.*)$/.test(keyword))
      notes.skip(`\`${keyword}\` of a parameter`, kindOfKeyword(keyword));
    else notes.lose(`\`${keyword}\` of a parameter`, location);
  }
  const { in: where } = parameter;
  if (where === "query" && isMultiSegment(parameter)) {
    const what = "`x-multi-segment` of a query parameter, whose slashes are encoded";
    notes.skip(what, "extension");
  }
}

/** Keywords of a parameter that the import reads. */
// prettier-ignore
const READ_KEYWORDS: ReadonlySet<string> = new Set([
  "name", "in", "required", "schema", "content", "description", "deprecated", "style", "explode",
  "allowReserved", "x-multi-segment",
]);

function toParameter(
  parameter: JsonMap,
  shared: string | undefined,
  location: string,
  context: ImportContext,
): Json {
  noteParameterKeywords(parameter, location, context);
  const isPath = parameter["in"] === "path";
  const isSegments = isPath && isMultiSegment(parameter);
  const schema = parameterSchema(parameter, shared, location, context);
  const keywords = {
    ...(isPath ? withoutEmptyValue(schema, location, context) : schema),
    ...(isSegments && { multiSegment: true }),
    ...(parameter["deprecated"] === true && { deprecated: true }),
    ...(!isPath && parameter["required"] === true && { required: true }),
    ...(!isSegments && importStyle(parameter, location, context)),
  };
  const { type, ...beside } = keywords as JsonMap; // the object above
  return typeof type === "string" && Object.keys(beside).length === 0 ? type : keywords;
}

/** Leaves the empty text out of an `enum`: a path without the value is another path. */
function withoutEmptyValue(schema: JsonMap, location: string, { notes }: ImportContext): JsonMap {
  const { enum: values, ...withoutValues } = schema;
  const sendable = itemsOf(values).filter((value) => value !== "");
  if (values === undefined || sendable.length === itemsOf(values).length) return schema;
  notes.lose("the empty value of a path parameter, which cannot be sent", location);
  return sendable.length === 0 ? withoutValues : { ...withoutValues, enum: sendable };
}

function isMultiSegment(parameter: JsonMap): boolean {
  const schema = parameter["schema"];
  return [parameter, schema].some((entry) => isMap(entry) && entry["x-multi-segment"] === true);
}

/** The parameters of a route, in the format of `routes.yaml`. */
export type ImportedParameters = Readonly<
  Record<ParameterLocation, Readonly<Record<string, Json>>>
>;
