import { formatPath } from "../../diagnostics.js";
import { isForm } from "../../media-types.js";
import type {
  Content,
  Event,
  FieldLocation,
  Parameter,
  Route,
  Source,
  VendorWebhooks,
} from "../../model.js";
import type { EmitContext } from "../context.js";
import { emitterEntries, type EmitterEntry } from "../emitter-entries.js";
import { compileTemplate, toCodeSpan } from "../escape.js";
import { type FileDraft, filesOf } from "../file.js";
import { nameOf } from "../type-names.js";
import { describeFields as describeFieldsOf, describeType } from "./describe-type.js";
import type { CallForm, CallParameter } from "../types/call-parameters.js";
import type { FormSchema, ParameterSchema } from "../types/route-schemas.js";

/** The reference page of events. */
const EVENTS_PAGE = `# Events of {{text title}}

Events: {{events.length}}. Names, with the combinations of event and action: {{nameCount}}.

{{#each fields}}
{{this}}

{{/each}}
{{#each events}}
## {{code name}}

{{#if description}}{{text description}}

{{/if}}Types: {{code eventType}}, {{code payloadType}}. Source: {{code source}}.

{{#if actions.length}}
| Name | Event type | Payload type | Description |
| --- | --- | --- | --- |
{{#each actions}}
| {{code name}} | {{code eventType}} | {{code payloadType}} | {{text description}} |
{{/each}}
{{else}}
It has no actions.
{{/if}}

{{#if payload.length}}
| Field of the payload | Type | Required | Description |
| --- | --- | --- | --- |
{{#each payload}}
| {{code name}} | {{types}} | {{required}} | {{text description}} |
{{/each}}
{{/if}}

{{/each}}`;

/** The reference page of routes. */
const ROUTES_PAGE = `{{#*inline "parameterTable"}}
{{#if rows.length}}
| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
{{#each rows}}
| {{code name}} | {{code type}} | {{in}} | {{required}} | {{text description}} |
{{/each}}

{{/if}}
{{/inline}}
# Routes of {{text title}}

Routes: {{routes.length}}.{{#if baseUrl}} Base address: {{code baseUrl}}.{{/if}}

{{#if variables.length}}
| Variable of the address | Default | Values | Description |
| --- | --- | --- | --- |
{{#each variables}}
| {{code name}} | {{code default}} | {{text values}} | {{text description}} |
{{/each}}

{{/if}}
{{#each routes}}
## {{code key}}

{{#if summary}}{{text summary}}

{{/if}}{{#if docs}}[Documentation]({{docs}})

{{/if}}{{#if deprecated}}**Deprecated.**

{{/if}}Operation: {{code operation}}. Function: {{code functionName}}. Parameters: {{code parametersType}}. Source: {{code source}}.{{#if server}} Server: {{code server}}.{{/if}}

{{> parameterTable rows=parameters}}
{{#each bodies}}
{{text title}} {{code contentTypes}}{{text note}}

{{> parameterTable}}
{{/each}}
{{#if accept}}
Header {{code "accept"}}: {{code accept}}.

{{/if}}
{{#if responses.length}}
| Status | Content type | Body | Description |
| --- | --- | --- | --- |
{{#each responses}}
| {{code status}} | {{contentType}} | {{body}} | {{text description}} |
{{/each}}
{{/if}}

{{/each}}`;

const renderEvents = compileTemplate(EVENTS_PAGE);
const renderRoutes = compileTemplate(ROUTES_PAGE);

/** Emits the reference page of all events. */
export function emitEventReference(context: EmitContext): FileDraft {
  const { vendor, events } = context.model;
  const nameCount = events.flatMap(emitterEntries).length;
  const sections = events.map((event) => describeEvent(event, context));
  const fields = describeFields(vendor.webhooks);
  const data = { title: vendor.title, nameCount, fields, events: sections };
  const body = render("events page", renderEvents, data, context);
  return { path: "reference/events.md", sources: filesOf(...events), body };
}

/** Emits the reference page of all routes. */
export function emitRouteReference(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const sections = context.parameters.map((parameter) => describeRoute(parameter, context));
  const variables = (vendor.variables ?? []).map(
    ({ name, default: value, values, description }) => ({
      ...{ name, default: value, description: description ?? "" },
      values: values?.join(", ") ?? "any",
    }),
  );
  const data = { title: vendor.title, baseUrl: vendor.baseUrl, variables, routes: sections };
  const body = render("routes page", renderRoutes, data, context);
  return { path: "reference/routes.md", sources: filesOf(...routes), body };
}

function render(
  kind: string,
  template: (data: object) => string,
  data: object,
  { memo }: EmitContext,
): string {
  const input = JSON.stringify(data);
  const known = memo.recall(kind, input);
  if (known !== undefined) return known;
  const page = template(data);
  memo.keep(kind, input, page);
  return page;
}

/** Tells whether the name of an event and the id of a delivery are signed. */
function describeFields(webhooks: VendorWebhooks | undefined): readonly string[] {
  if (webhooks === undefined) return [];
  const { event, delivery, signature } = webhooks;
  const isToken = signature.algorithm === "token";
  const describeField = (what: string, field: FieldLocation, isSigned: boolean): string => {
    const place =
      "body" in field
        ? `in the payload, at ${toCodeSpan(field.body)}`
        : `in the header ${toCodeSpan(field.header)}`;
    return `The ${what} is ${place}. It is ${isSigned && !isToken ? "signed" : "not signed"}.`;
  };
  const signsId = (signature.content ?? "").includes("{id}");
  return [
    describeField("name of an event", event, "body" in event),
    ...(delivery
      ? [describeField("id of a delivery", delivery, "body" in delivery || signsId)]
      : []),
  ];
}

function describeEvent(event: Event, context: EmitContext): object {
  const [bare, ...combinations] = emitterEntries(event);
  return {
    ...describeEntry(bare, context),
    source: describeSource(event.source),
    payload: describePayload(event, context),
    actions: combinations.map((entry) => describeEntry(entry, context)),
  };
}

/** An event with many types of a field is better read in an editor. */
const MOST_TYPES = 3;

function describePayload(event: Event, context: EmitContext): readonly object[] {
  const own = context.payloads.filter(({ entry }) => entry.event === event.name);
  const schemas = own.map(({ schema }) => schema);
  return describeFieldsOf(schemas, context).map(({ types, ...row }) => {
    const shown = types.slice(0, MOST_TYPES).map(toCodeSpan).join(", ");
    return { ...row, types: types.length > MOST_TYPES ? `${shown}, …` : shown };
  });
}

function describeEntry({ name, description = "" }: EmitterEntry, { names }: EmitContext): object {
  const { event, payload } = nameOf(names.events, name);
  return { name, description, eventType: event, payloadType: payload };
}

function describeRoute({ route, name, forms }: ParameterSchema, context: EmitContext): object {
  const { key, operation, deprecated, source } = route;
  const { summary = "", docs = "", server = "", accept = "" } = route;
  const [{ call }] = forms;
  const hasBodies = forms.length > 1 || (call.content && !isUsual(call.content));
  const rows = describeParameters(call, route, context);
  return {
    ...{ key, operation, summary, docs: encodeURI(docs), deprecated, server, accept },
    functionName: nameOf(context.names.functions, key),
    parametersType: name,
    source: describeSource(source),
    parameters: forms.length > 1 ? rows.filter((row) => row.in !== "body") : rows,
    bodies: hasBodies ? describeBodies(forms, route, context) : [],
    responses: describeResponses(route, context),
  };
}

/** Whether a body needs no word: JSON, or one that is given in `data` alone, whose row tells it. */
function isUsual({ contentTypes }: Content): boolean {
  return !contentTypes.some(isForm);
}

interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly in: string;
  readonly required: string;
  readonly description: string;
}

function describeParameters(
  call: CallForm,
  route: Route,
  context: EmitContext,
): readonly ParameterRow[] {
  const { parameters, named, data } = call;
  const rows = [
    ...parameters.map((each) => describeParameter(each, each.name, route, context)),
    ...named.map((each) => describeParameter(each, `parameters.${each.name}`, route, context)),
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
  const isDeclared = declared !== undefined && declared.in === parameter.in;
  const style = isDeclared ? describeStyle(declared) : "";
  return {
    name,
    type: describeType(parameter.schema, context),
    in: style === "" ? parameter.in : `${parameter.in} (${style})`,
    required: parameter.required ? "yes" : "no",
    description: parameter.description ?? schemaDescription(parameter.schema),
  };
}

function describeStyle({ style, explode, reserved }: Parameter): string {
  const words = [style, explode === true ? "explode" : "", reserved === true ? "reserved" : ""];
  return words.filter((word) => word !== undefined && word !== "").join(", ");
}

/** Each body by its media types; that of the default ones first. */
function describeBodies(
  forms: readonly FormSchema[],
  route: Route,
  context: EmitContext,
): readonly object[] {
  return forms.map(({ call }, index) => ({
    title: call.isChosen
      ? "Body, chosen by its content type:"
      : index === 0
        ? "Body:"
        : "Or as a whole:",
    contentTypes: call.content?.contentTypes.join(", ") ?? "",
    note: describeEncoding(call.content),
    rows:
      forms.length > 1
        ? describeParameters(call, route, context).filter((row) => row.in === "body")
        : [],
  }));
}

function describeEncoding(content: Content | undefined): string {
  const lists = content?.lists === undefined ? "" : `, lists: ${content.lists}`;
  const encodings = Object.entries(content?.encoding ?? {}).map(
    ([name, { style, contentType }]) =>
      `, ${name}: ${[style, contentType].filter((word) => word !== undefined).join(" ")}`,
  );
  return `${lists}${encodings.join("")}.`;
}

function schemaDescription(schema: ParameterSchema["used"][number]): string {
  const description = typeof schema === "object" ? schema["description"] : undefined;
  return typeof description === "string" ? description : "";
}

function describeResponses({ responses }: Route, context: EmitContext): readonly object[] {
  return responses.map(({ status, contentType, schema, description = "" }) => ({
    status,
    body: schema === undefined ? "" : toCodeSpan(describeType(schema, context)),
    contentType: contentType === undefined ? "" : toCodeSpan(contentType),
    description,
  }));
}

function describeSource({ file, path }: Source): string {
  const keys = path.filter((key) => typeof key === "string");
  return keys.length === 0 ? file : `${file}: ${formatPath(keys)}`;
}
