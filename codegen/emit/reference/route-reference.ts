/** The Markdown of routes: parameters, responses, and a call of each. */
import type { StreamFormat } from "../../../src/catalog/client.js";
import { descriptionOf } from "../../json-schema/keywords.js";
import { isForm } from "../../model/http.js";
import type { Content, Parameter, Route, Vendor } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { CallForm, CallParameter } from "../calls/forms.js";
import type { EmitContext } from "../context/context.js";
import type { FormSchema, ParameterSchema } from "../calls/types.js";
import { toCodeSpan } from "../print/escape.js";
import { compileTemplate } from "../print/template.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { describeType } from "./describe.js";
import { emitReference, type Reference } from "./pages.js";
import type { Section } from "./split-pages.js";

/** Markdown above all routes. */
const ROUTES_HEAD = `Routes: {{count}}.{{#if baseUrl}} Base address: {{code baseUrl}}.{{/if}}
{{#if hasFields}}

The fields of a body are passed beside the other parameters, or all of them in {{code "data"}}.
{{/if}}

The module {{code "schemas"}} has Standard Schemas for bodies that are JSON. They are named after the method:
{{code "<Method>BodySchema"}}, {{code "<Method>Response<status>Schema"}}.

{{#if variables.length}}
| Variable of the address | Default | Values | Description |
| --- | --- | --- | --- |
{{#each variables}}
| {{code name}} | {{code default}} | {{text values}} | {{text description}} |
{{/each}}
{{/if}}`;

/** A route, below its heading. */
const ROUTE = `{{#*inline "parameterTable"}}
{{#if rows.length}}
| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
{{#each rows}}
| {{code name}} | {{code type}} | {{in}} | {{required}} | {{text description}} |
{{/each}}

{{/if}}
{{/inline}}
{{#if summary}}{{text summary}}

{{/if}}{{#if description}}{{text description}}

{{/if}}{{#if docs}}[Documentation]({{docs}})

{{/if}}{{#if deprecated}}**Deprecated.**

{{/if}}Operation: {{code operation}}. Function: {{code functionName}}. Parameters: {{code parametersType}}.{{#if server}} Server: {{code server}}.{{/if}}{{#if needsBaseUrl}} Server: not known; calls give it in {{code "baseUrl"}}.{{/if}}

{{> parameterTable rows=parameters}}
{{#each bodies}}
{{text title}} {{code contentTypes}}{{text note}}

{{> parameterTable}}
{{/each}}
{{#if stream}}
{{text stream}}

{{/if}}
{{#if accept}}
Header {{code "accept"}}: {{code accept}}.

{{/if}}
{{#if responses.length}}
| Status | Content type | Body | Description |
| --- | --- | --- | --- |
{{#each responses}}
| {{code status}} | {{contentType}} | {{body}} | {{text description}} |
{{/each}}
{{/if}}`;

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
  const { key, operation, deprecated } = route;
  const { summary = "", description = "", docs = "", server = "", accept = "" } = route;
  const [{ call: firstCall }] = forms;
  const bodies = forms.filter(({ call }) => !call.isWhole);
  const hasBodies = bodies.length > 1 || (firstCall.content && hasForm(firstCall.content));
  const rows = describeParameters(firstCall, route, context);
  const functionName = nameOf(context.names.functions, key);
  const data = {
    operation,
    description: summary === description ? "" : description,
    // Left out if the description says more and begins with it.
    summary: description.startsWith(summary) && summary !== description ? "" : summary,
    docs: encodeURI(docs),
    deprecated,
    server,
    accept,
    functionName,
    needsBaseUrl: route.needsBaseUrl === true,
    parametersType: name,
    parameters: bodies.length > 1 ? rows.filter((row) => row.in !== "body") : rows,
    bodies: hasBodies ? describeBodies(bodies, route, context) : [],
    responses: describeResponses(route, context),
    stream: describeStream(route),
  };
  const group = nameGroup(operation, context.model.vendor);
  return { group, topics: listLiterals(route.url), id: functionName, name: key, summary, data };
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

/** Only a form needs a section for its body: JSON needs none, and other bodies are `data`, which has a row. */
function hasForm({ contentTypes }: Content): boolean {
  return contentTypes.some(isForm);
}

// ---- Parameters

/** The rows of all parameters of a call, with one for a body that is passed as a whole. */
function describeParameters(
  call: CallForm,
  route: Route,
  context: EmitContext,
): readonly ParameterRow[] {
  const { parameters, nested, data } = call;
  const rows = [
    ...parameters.map((parameter) => describeParameter(parameter, parameter.name, route, context)),
    ...nested.map((parameter) =>
      describeParameter(parameter, `parameters.${parameter.name}`, route, context),
    ),
  ];
  if (data === undefined) return rows;
  const description = `The whole body (${data.contentTypes.join(", ")})`;
  return [
    ...rows,
    {
      name: "data",
      type: describeType(data.schema, context),
      in: "body",
      required: data.required ? "yes" : "no",
      isRequired: data.required,
      description,
    },
  ];
}

function describeParameter(
  parameter: CallParameter,
  name: string,
  route: Route,
  context: EmitContext,
): ParameterRow {
  const declared = route.parameters.find((each) => each.name === parameter.name);
  // A field of the body may have the name of a parameter.
  const style = declared?.in === parameter.in ? describeStyle(declared) : "";
  return {
    name,
    type: describeType(parameter.schema, context),
    in: style === "" ? parameter.in : `${parameter.in} (${style})`,
    required: parameter.required ? "yes" : "no",
    isRequired: parameter.required,
    description: parameter.description ?? descriptionOf(parameter.schema) ?? "",
  };
}

function describeStyle({ style, explode, reserved }: Parameter): string {
  const words = [style, explode === true ? "explode" : "", reserved === true ? "reserved" : ""];
  return words.filter((word) => word !== undefined && word !== "").join(", ");
}

// ---- Bodies and responses

/** Describes each body by its media types, the default ones first. */
function describeBodies(
  forms: readonly FormSchema[],
  route: Route,
  context: EmitContext,
): readonly object[] {
  return forms.map(({ call }) => ({
    title: call.isChosen ? "Body, chosen by its content type:" : "Body:",
    contentTypes: call.content?.contentTypes.join(", ") ?? "",
    note: describeEncoding(call.content),
    rows:
      forms.length > 1
        ? describeParameters(call, route, context).filter((row) => row.in === "body")
        : [],
  }));
}

/** The notation of lists and single fields in a form, as the end of a sentence. */
function describeEncoding(content: Content | undefined): string {
  const lists = content?.lists === undefined ? "" : `, lists: ${content.lists}`;
  const encodings = Object.entries(content?.encoding ?? {}).map(
    ([name, { style, contentType }]) =>
      `, ${name}: ${[style, contentType].filter((word) => word !== undefined).join(" ")}`,
  );
  return `${lists}${encodings.join("")}.`;
}

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

/** A parameter as a row of a table. */
interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly in: string;
  readonly required: string;
  readonly isRequired: boolean;
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
