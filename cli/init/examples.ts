import { emitterEntries } from "../../codegen/emit/prepare/emitter-entries.js";
import { listRouteLists } from "../../codegen/json-schema/route-lists.js";
import { createSample } from "../../codegen/emit/samples/sample.js";
import {
  type CallForm,
  listOptions,
  readCallForms,
} from "../../codegen/emit/prepare/call-parameters.js";
import { divideDirections } from "../../codegen/json-schema/directions.js";
import { isObjectSchema } from "../../codegen/json-schema/objects.js";
import {
  createResolver,
  dereference,
  type ResolveComponent,
} from "../../codegen/json-schema/references.js";
import { propertiesOf, requiredOf } from "../../codegen/json-schema/walk.js";
import type { JsonSchema, Route, SchemaModel } from "../../codegen/model/model.js";
import { isIdentifier, placeholdersOf, toValueKey } from "../../codegen/model/names.js";

/** A request that the README shows and the test builds. */
export interface RequestExample {
  readonly route: string;
  readonly summary?: string;
  /** The parameters as TypeScript; absent where the route needs none. */
  readonly parameters?: string;
  /** A successful reply of the description. */
  readonly reply: ReplyExample;
}

export interface ReplyExample {
  readonly status: number;
  /** The reply as TypeScript. */
  readonly text: string;
}

/** An event that the README shows and the test delivers. */
export interface EventExample {
  readonly name: string;
  /** A property of every payload that can be printed; absent if there is none. */
  readonly property?: string;
}

/** What a client's own pages show: the simplest of what it has. */
export interface Examples {
  readonly requests: readonly RequestExample[];
  /** A list that the client reads page after page. */
  readonly list?: RequestExample;
  readonly event?: EventExample;
}

/** Chooses examples of the client's own routes and events. */
export function chooseExamples(schema: SchemaModel): Examples {
  const model = divideDirections(schema);
  const resolve = createResolver(model);
  const event = chooseEvent(model, resolve);
  const candidates = model.routes.flatMap((route) => toCandidate(route, model, resolve) ?? []);
  const divided = new Set(listRouteLists({ model, resolve }).map(({ route }) => route.key));
  const list = chooseOne(candidates.filter(({ route }) => divided.has(route)));
  return { requests: chooseRequests(candidates), ...(list && { list }), ...(event && { event }) };
}

interface Candidate extends RequestExample {
  readonly kind: "list" | "read" | "write";
  /** How much a reader has to take in. */
  readonly cost: number;
}

/** At most one of each kind: a list, one thing by its path, something created or else changed. */
function chooseRequests(candidates: readonly Candidate[]): readonly RequestExample[] {
  const kinds = ["list", "read", "write"] as const;
  return kinds.flatMap((kind) => chooseOne(candidates.filter((each) => each.kind === kind)) ?? []);
}

/** The simplest. */
function chooseOne(candidates: readonly Candidate[]): RequestExample | undefined {
  const [best] = [...candidates].sort((one, other) => one.cost - other.cost);
  if (best === undefined) return undefined;
  const { route, summary, parameters, reply } = best;
  return { route, ...(summary && { summary }), ...(parameters && { parameters }), reply };
}

/** Longer examples hide what they show. */
const MAX_PARAMETERS_LENGTH = 200;

function toCandidate(
  route: Route,
  model: SchemaModel,
  resolve: ResolveComponent,
): Candidate | undefined {
  if (isDeprecated(route) || route.server !== undefined || route.needsBaseUrl) return undefined;
  const [form] = readCallForms(route, resolve, listOptions(model.vendor));
  if (form === undefined || form.named.length > 0 || !isPlain(form, route)) return undefined;
  const required = form.parameters.filter((each) => each.required);
  if (required.some((each) => each.in === "header" || each.in === "cookie")) return undefined;
  const values = sampleAll(required, model, resolve);
  if (values === undefined) return undefined;
  const parameters = required.length === 0 ? undefined : printLiteral(values);
  if (parameters !== undefined && parameters.length > MAX_PARAMETERS_LENGTH) return undefined;
  const isRead = route.method === "GET";
  const kind = isRead ? (required.length === 0 ? "list" : "read") : "write";
  const depth = route.url.split("/").length;
  // A body shows more than its absence, as long as it is short.
  const lacksBody = kind === "write" && !required.some((each) => each.in === "body") ? 100 : 0;
  const reply = chooseReply(route, model, resolve);
  // Users list, read and create before they do anything else.
  const isUsual = kind === "write" ? route.method === "POST" : reply.isList === (kind === "list");
  const cost = (parameters?.length ?? 0) + depth + lacksBody + (isUsual ? 0 : 50);
  const summary = route.summary === undefined ? {} : { summary: route.summary };
  return { route: route.key, kind, cost, ...summary, ...(parameters && { parameters }), reply };
}

/** Many descriptions say it in words alone. */
function isDeprecated({ deprecated, summary = "" }: Route): boolean {
  return deprecated || /\b(?:deprecated|obsolete)\b/i.test(summary);
}

/** The first success that is described, as a `Response`. */
function chooseReply(
  { responses }: Route,
  { vendor }: SchemaModel,
  resolve: ResolveComponent,
): ReplyExample & { readonly isList: boolean } {
  const success = responses.find(({ status }) => /^2\d\d$/.test(status));
  const { status = "204", contentType = "", schema } = success ?? {};
  const target = schema === undefined ? true : dereference(schema, resolve);
  const isList = typeof target === "object" && target["type"] === "array";
  const isJson = /^application\/(?:.+\+)?json\b/.test(contentType);
  const hasBody = isJson && schema !== undefined && status !== "204" && status !== "205";
  const settings = { resolve, baseUrl: vendor.baseUrl ?? "https://example.com" };
  const text = hasBody
    ? `Response.json(${printData(schema, settings)}, { status: ${status} })`
    : `new Response(null, { status: ${status} })`;
  return { status: Number(status), text, isList };
}

/** Of a long object, the short values; of a long list, none. */
function printData(
  schema: JsonSchema,
  settings: { readonly resolve: ResolveComponent; readonly baseUrl: string },
): string {
  const sample = sampleOrNothing(schema, settings);
  const text = printLiteral(sample);
  if (text.length <= MAX_PARAMETERS_LENGTH) return text;
  if (Array.isArray(sample) || typeof sample !== "object" || sample === null) return "[]";
  const short = Object.entries(sample).filter(([, value]) => printLiteral(value).length <= 30);
  return printLiteral(Object.fromEntries(short.slice(0, 4)));
}

function sampleOrNothing(
  schema: JsonSchema,
  settings: Parameters<typeof createSample>[1],
): unknown {
  try {
    return createSample(schema, settings);
  } catch {
    return {}; // a schema without a finite value has no example
  }
}

/** Whether the keys of a call are all that it needs. */
function isPlain({ data, content }: CallForm, { body }: Route): boolean {
  if (body === undefined) return true;
  const types = content?.contentTypes ?? [];
  const isWritten = types.every((type) => /json|x-www-form-urlencoded/.test(type));
  return isWritten && (data === undefined || !body.required);
}

/** A value of each parameter; `undefined` where one has no short value. */
function sampleAll(
  parameters: CallForm["parameters"],
  { vendor }: SchemaModel,
  resolve: ResolveComponent,
): Readonly<Record<string, unknown>> | undefined {
  const { baseUrl = "https://example.com" } = vendor;
  const settings = { resolve, baseUrl };
  try {
    const samples = parameters.map((each) => ({ ...each, value: sampleOne(each, settings) }));
    // An empty list leaves a path without the value that it needs.
    const isShort = samples.every((each) =>
      each.in === "path" ? typeof each.value !== "object" : isShallow(each.value),
    );
    if (!isShort) return undefined;
    return Object.fromEntries(samples.map(({ name, value }) => [name, value]));
  } catch {
    return undefined; // a schema without a finite value has no example
  }
}

function sampleOne(
  { name, schema }: CallForm["parameters"][number],
  settings: { readonly resolve: ResolveComponent; readonly baseUrl: string },
): unknown {
  // As a property, so that its name helps to choose a text.
  const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
  return (createSample(owner, settings) as Readonly<Record<string, unknown>>)[name];
}

/** Lists of objects and objects of objects make poor examples. */
function isShallow(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value !== "object") return true;
  return Object.values(value).every((child) => typeof child !== "object" && child !== null);
}

/** An event whose name is one name, of those that tell most the one with the shortest name. */
function chooseEvent(model: SchemaModel, resolve: ResolveComponent): EventExample | undefined {
  const entries = model.events
    .filter(({ name }) => placeholdersOf(name).length === 0)
    .flatMap((event) => {
      const [bare, ...actions] = emitterEntries(event);
      return actions.length > 0 ? actions : [bare];
    });
  const candidates = entries.map(({ name, payload, action }) => {
    const property = payload === undefined ? undefined : findText(payload, model, resolve);
    const cost = name.length + (property === undefined ? 1000 : 0) + (action === undefined ? 0 : 1);
    return { name, cost, ...(property && { property }) };
  });
  const [best] = candidates.sort((one, other) => one.cost - other.cost);
  if (best === undefined) return undefined;
  const { name, property } = best;
  return { name, ...(property && { property }) };
}

/** A required property that is a text or a number, and not the name of the event. */
function findText(
  payload: JsonSchema,
  { vendor, actionPath }: SchemaModel,
  resolve: ResolveComponent,
): string | undefined {
  const schema = dereference(payload, resolve);
  if (!isObjectSchema(schema) || "oneOf" in schema || "anyOf" in schema || "allOf" in schema) {
    return undefined;
  }
  const { event } = vendor.webhooks ?? {};
  const taken = [event && "body" in event ? event.body : "", actionPath];
  const properties = new Map(Object.entries(propertiesOf(schema)));
  return requiredOf(schema).find((name) => {
    const own = properties.get(name);
    if (own === undefined || taken.includes(name) || !isIdentifier(name)) return false;
    const property = dereference(own, resolve);
    const type = typeof property === "boolean" ? undefined : property["type"];
    return type === "string" || type === "integer" || type === "number";
  });
}

/** A value as TypeScript, on one line. */
function printLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => {
    return `${toValueKey(key)}: ${printLiteral(child)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
