/** The Markdown of routes: a section for each, with its texts, parameters and responses. */
import type { StreamFormat } from "../../../src/catalog/client.js";
import type { Route, Vendor } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { toCodeSpan } from "../print/escape.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { compileTemplate } from "../print/template.js";
import { describeType } from "./describe.js";
import { emitReference, type Reference } from "./pages.js";
import { describeTables } from "./route-tables.js";
import { ROUTE, ROUTES_HEAD } from "./route-templates.js";
import type { Section } from "./split-pages.js";

const renderHead = compileTemplate(ROUTES_HEAD);

/** Emits the reference of all routes. */
export function emitRouteReference(context: EmitContext): readonly FileDraft[] {
  return emitReference(readRouteReference(context), context);
}

/** Collects the contents of the pages of routes. */
export function readRouteReference(context: EmitContext): Reference {
  const { vendor, routes } = context.model;
  return {
    name: "routes",
    title: `Routes of ${vendor.title}`,
    head: renderHead({
      ...describeAddress(vendor),
      count: routes.length,
      hasFields: context.parameters.some(({ forms }) => forms.some(({ keys }) => keys)),
    }).trim(),
    noun: "Route",
    sections: context.parameters.map((parameter) => describeRoute(parameter, context)),
    template: ROUTE,
    sources: filesOf(...routes),
  };
}

function describeAddress({ baseUrl = "", variables = [] }: Vendor): object {
  const rows = variables.map(({ name, default: value, values, description = "" }) => ({
    name,
    default: value,
    description,
    values: values?.join(", ") ?? "any",
  }));
  return { baseUrl, variables: rows };
}

function describeRoute({ route, name, forms }: ParameterSchema, context: EmitContext): Section {
  const { key, operation, deprecated, docs = "", server = "", accept = "" } = route;
  const functionName = nameOf(context.names.functions, key);
  const data = {
    operation,
    ...describeTexts(route),
    docs: encodeURI(docs),
    deprecated,
    server,
    accept,
    functionName,
    needsBaseUrl: route.needsBaseUrl === true,
    parametersType: name,
    ...describeTables(forms, route, context),
    responses: describeResponses(route, context),
    stream: describeStream(route),
  };
  return {
    group: nameGroup(operation, context.model.vendor),
    topics: listLiterals(route.url),
    id: functionName,
    name: key,
    summary: route.summary ?? "",
    data,
  };
}

/** The summary and the description of a route; only the description if it begins with the summary and says more. */
function describeTexts({ summary = "", description = "" }: Route): RouteTexts {
  if (summary === description) return { summary, description: "" };
  return { summary: description.startsWith(summary) ? "" : summary, description };
}

/** The name of the group of an operation: that of its tag, or else the first part of the operation. */
function nameGroup(operation: string, { tags = [] }: Vendor): string {
  const [group = ""] = operation.split("/");
  return tags.find((tag) => tag.group === group)?.title ?? group;
}

/** The segments of a URL that are no placeholders. */
function listLiterals(url: string): readonly string[] {
  return url.split(/[/?#]/).filter((segment) => segment !== "" && !segment.includes("{"));
}

// ---- Responses

/** The rows of the responses of a route. */
export function describeResponses(
  { responses }: Route,
  context: EmitContext,
): readonly ResponseRow[] {
  return responses.map(({ status, contentType, otherTypes = [], schema, description = "" }) => ({
    status,
    body: schema === undefined ? "" : toCodeSpan(describeType(schema, context)),
    contentType: [contentType ?? [], otherTypes].flat().map(toCodeSpan).join(", "),
    description,
  }));
}

/** The way in which a response comes item by item; empty for others. */
function describeStream({ stream }: Route): string {
  if (stream === undefined) return "";
  const { format, when, events } = stream;
  const asked = Object.entries(when ?? {}).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  const condition = asked.length === 0 ? "" : ` with ${asked.join(", ")}`;
  const names = events === undefined ? "" : ` Events: ${events.join(", ")}.`;
  return `Streams its response${condition}, as ${FORMAT_WORDS[format]}: client.stream().${names}`;
}

/** Words for the formats of streams. */
const FORMAT_WORDS: Readonly<Record<StreamFormat, string>> = {
  sse: "server-sent events",
  "json-lines": "JSON lines",
  "json-seq": "a JSON text sequence",
};

// ---- Types

/** The texts of a route; empty for one that is not shown. */
interface RouteTexts {
  readonly summary: string;
  readonly description: string;
}

/** A response as a row of a table. */
export interface ResponseRow {
  readonly status: string;
  /** Markdown; empty without a described body. */
  readonly body: string;
  /** Markdown. */
  readonly contentType: string;
  readonly description: string;
}
