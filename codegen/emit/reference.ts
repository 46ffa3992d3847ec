import { formatPath } from "../diagnostics.js";
import type { Event, Route, Source } from "../model.js";
import { eventsPage, routesPage } from "../templates/reference.js";
import { compileTemplate } from "../templates/render.js";
import type { EmitContext } from "./context.js";
import { emitterEntries } from "./emitter-entries.js";
import type { EmitterEntry } from "./emitter-entries.js";
import { toCodeSpan } from "./escape.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import type { ParameterSchema } from "./parameter-schemas.js";
import { nameOf } from "./type-names.js";

const renderEvents = compileTemplate(eventsPage);
const renderRoutes = compileTemplate(routesPage);

/** Emits the reference page of all events. */
export function emitEventReference(context: EmitContext): FileDraft {
  const { vendor, events } = context.model;
  const nameCount = events.flatMap(emitterEntries).length;
  const sections = events.map((event) => describeEvent(event, context));
  const data = { title: vendor.title, nameCount, events: sections };
  const body = render("events page", renderEvents, data, context);
  return { path: "reference/events.md", sources: filesOf(...events), body };
}

/** Emits the reference page of all routes. */
export function emitRouteReference(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const sections = context.parameters.map((parameter) => describeRoute(parameter, context));
  const data = { title: vendor.title, baseUrl: vendor.baseUrl, routes: sections };
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

function describeEvent(event: Event, context: EmitContext): object {
  const [bare, ...combinations] = emitterEntries(event);
  return {
    ...describeEntry(bare, context),
    source: describeSource(event.source),
    actions: combinations.map((entry) => describeEntry(entry, context)),
  };
}

function describeEntry({ name, description = "" }: EmitterEntry, { names }: EmitContext): object {
  const { event, payload } = nameOf(names.events, name);
  return { name, description, eventType: event, payloadType: payload };
}

function describeRoute(
  { route, name, placement }: ParameterSchema,
  { names }: EmitContext,
): object {
  const { key, operation, deprecated, summary = "", server = "", source } = route;
  return {
    ...{ key, operation, summary, deprecated, server },
    functionName: nameOf(names.functions, key),
    parametersType: name,
    source: describeSource(source),
    parameters: describeParameters(placement),
    responses: describeResponses(route),
  };
}

function describeParameters({ parameters, data }: ParameterSchema["placement"]): readonly object[] {
  const rows = parameters.map((parameter) => ({
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ? "yes" : "no",
    description: parameter.description ?? schemaDescription(parameter.schema),
  }));
  if (data === undefined) return rows;
  const description = `The whole body (${data.contentTypes.join(", ")})`;
  return [
    ...rows,
    { name: "data", in: "body", required: data.required ? "yes" : "no", description },
  ];
}

function schemaDescription(schema: ParameterSchema["used"][number]): string {
  const description = typeof schema === "object" ? schema["description"] : undefined;
  return typeof description === "string" ? description : "";
}

function describeResponses({ responses }: Route): readonly object[] {
  return responses.map(({ status, contentType, description = "" }) => ({
    status,
    contentType: contentType === undefined ? "" : toCodeSpan(contentType),
    description,
  }));
}

function describeSource({ file, path }: Source): string {
  const keys = path.filter((key) => typeof key === "string");
  return keys.length === 0 ? file : `${file}: ${formatPath(keys)}`;
}
