/**
 * The routes and events that the pages and the test of a package show: chosen by how simple their calls
 * are.
 */
import { isJsonType } from "../../src/http/media-types.js";
import { printValue } from "../../codegen/emit/print/print.js";
import { createSample } from "../../codegen/emit/samples/sample.js";
import { listCallOptions } from "../../codegen/emit/calls/call-options.js";
import { type CallForm, readCallForms } from "../../codegen/emit/calls/forms.js";
import { splitDirections } from "../../codegen/json-schema/directions.js";
import { isObjectSchema } from "../../codegen/json-schema/objects.js";
import {
  createResolver,
  dereference,
  type ResolveComponent,
} from "../../codegen/json-schema/references.js";
import { listRouteLists } from "../../codegen/json-schema/route-lists.js";
import { propertiesOf, requiredOf } from "../../codegen/json-schema/keywords.js";
import { isMap } from "../../codegen/model/json.js";
import {
  type JsonSchema,
  onlyStreams,
  type Route,
  type SchemaModel,
} from "../../codegen/model/model.js";
import { isIdentifier, placeholdersOfEvent } from "../../codegen/model/names.js";
import { emitterEntries } from "../../codegen/model/entries.js";

/** A request that the README shows and the test builds. */
export interface RequestExample {
  readonly route: string;
  readonly summary?: string;
  /** Code in TypeScript; absent where the route needs no parameters. */
  readonly parameters?: string;
  /** The method of the route: `things.get`. */
  readonly call: string;
  /** The arguments of the method as code; empty where it needs none. */
  readonly arguments: string;
  readonly reply: ReplyExample;
}

/** Successful reply to a request. */
interface ReplyExample {
  readonly status: number;
  /** Code in TypeScript. */
  readonly text: string;
}

/** An event that the README shows and the test delivers. */
interface EventExample {
  readonly name: string;
  /** Property of every payload that can be printed; absent if there is none. */
  readonly property?: string;
}

/** The simplest routes and events of a client, for its own pages. */
export interface Examples {
  readonly requests: readonly RequestExample[];
  /** List that the client reads page after page. */
  readonly list?: RequestExample;
  /** Route that responds item by item, with the parameters that ask for it. */
  readonly stream?: RequestExample;
  readonly event?: EventExample;
}

/** Chooses examples of the client's own routes and events. */
export function chooseExamples(schema: SchemaModel): Examples {
  const model = splitDirections(schema);
  const resolve = createResolver(model);
  const context = { model, resolve, baseUrl: model.vendor.baseUrl ?? "https://example.com" };
  const event = chooseEvent(context);
  const candidates = model.routes.flatMap((route) => toCandidate(route, context) ?? []);
  const streaming = new Set(model.routes.filter(onlyStreams).map(({ key }) => key));
  const paginated = new Set(listRouteLists({ model, resolve }).map(({ route }) => route.key));
  const list = chooseOne(candidates.filter(({ route }) => paginated.has(route)));
  const stream = chooseStream(candidates, context);
  const whole = candidates.filter(({ route }) => !streaming.has(route));
  return {
    requests: chooseRequests(whole.length > 0 ? whole : candidates),
    ...(list && { list }),
    ...(stream && { stream }),
    ...(event && { event }),
  };
}

/** Chooses a stream, and adds the parameters that ask for it to those that are required. */
function chooseStream(
  candidates: readonly Candidate[],
  { model }: Context,
): RequestExample | undefined {
  const streams = new Map(
    model.routes.flatMap(({ key, stream }) => (stream ? [[key, stream]] : [])),
  );
  const best = findCheapest(candidates.filter(({ route }) => streams.has(route)));
  if (best === undefined) return undefined;
  const { when } = streams.get(best.route) ?? {};
  if (when === undefined) return toExample(best);
  const values = { ...best.values, ...when };
  return {
    ...toExample(best),
    parameters: printValue(values),
    arguments: printMethodArguments(best.declared, values, model),
  };
}

interface Context {
  readonly model: SchemaModel;
  readonly resolve: ResolveComponent;
  readonly baseUrl: string;
}

interface Candidate extends RequestExample {
  readonly declared: Route;
  /** Values of the required parameters. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly kind: "list" | "read" | "write";
  /** Higher for longer and less usual calls. The candidate with the lowest cost is chosen. */
  readonly cost: number;
}

/** Chooses at most one of each kind. */
function chooseRequests(candidates: readonly Candidate[]): readonly RequestExample[] {
  const kinds = ["list", "read", "write"] as const;
  return kinds.flatMap(
    (kind) => chooseOne(candidates.filter((candidate) => candidate.kind === kind)) ?? [],
  );
}

function chooseOne(candidates: readonly Candidate[]): RequestExample | undefined {
  const best = findCheapest(candidates);
  return best && toExample(best);
}

function findCheapest(candidates: readonly Candidate[]): Candidate | undefined {
  const [best] = [...candidates].sort((one, other) => one.cost - other.cost);
  return best;
}

function toExample(candidate: Candidate): RequestExample {
  const { route, summary, parameters, call, arguments: callArguments, reply } = candidate;
  const texts = { ...(summary && { summary }), ...(parameters && { parameters }) };
  return { route, ...texts, call, arguments: callArguments, reply };
}

/** Limit for an example on one line. */
const MAX_PARAMETERS_LENGTH = 200;

function toCandidate(route: Route, context: Context): Candidate | undefined {
  const { model, resolve } = context;
  if (isDeprecated(route) || route.server !== undefined || route.needsBaseUrl) return undefined;
  const [form] = readCallForms(route, resolve, listCallOptions(model.vendor));
  if (form === undefined || form.nested.length > 0 || !isPlain(form, route)) return undefined;
  const required = form.parameters.filter((parameter) => parameter.required);
  if (required.some((parameter) => parameter.in === "header" || parameter.in === "cookie"))
    return undefined;
  const values = sampleAll(required, context);
  if (values === undefined) return undefined;
  const parameters = required.length === 0 ? undefined : printValue(values);
  if (parameters !== undefined && parameters.length > MAX_PARAMETERS_LENGTH) return undefined;
  const isRead = route.method === "GET";
  const kind = isRead ? (required.length === 0 ? "list" : "read") : "write";
  const depth = route.url.split("/").length;
  // A short body shows more than none.
  const lacksBody =
    kind === "write" && !required.some((parameter) => parameter.in === "body") ? 100 : 0;
  const reply = chooseReply(route, context);
  // Users list, read and create before they do anything else.
  const isUsual = kind === "write" ? route.method === "POST" : reply.isList === (kind === "list");
  const cost = (parameters?.length ?? 0) + depth + lacksBody + (isUsual ? 0 : 50);
  const summary = route.summary === undefined ? {} : { summary: route.summary };
  const method = { call: route.call, arguments: printMethodArguments(route, values, model) };
  const texts = { ...summary, ...(parameters && { parameters }) };
  const facts = { declared: route, values, kind, cost } as const;
  return { route: route.key, ...facts, ...texts, ...method, reply };
}

/** Prints path parameters as arguments where the vendor's methods take them so, and the others as keys. */
function printMethodArguments(
  { parameters }: Route,
  values: Readonly<Record<string, unknown>>,
  { vendor }: SchemaModel,
): string {
  const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const kind = vendor.sdk.arguments;
  const positionalNames = kind === "positional" ? inPath : kind === "last" ? inPath.slice(-1) : [];
  const named = Object.entries(values).filter(([name]) => !positionalNames.includes(name));
  return [
    ...positionalNames.map((name) => printValue(new Map(Object.entries(values)).get(name))),
    ...(named.length > 0 ? [printValue(Object.fromEntries(named))] : []),
  ].join(", ");
}

/** True for a deprecated route. Many descriptions say so only in the summary. */
function isDeprecated({ deprecated, summary = "" }: Route): boolean {
  return deprecated || /\b(?:deprecated|obsolete)\b/i.test(summary);
}

/** Prints the first success that is described, as a `Response`. */
function chooseReply(
  { responses }: Route,
  context: Context,
): ReplyExample & { readonly isList: boolean } {
  const success = responses.find(({ status }) => /^2\d\d$/.test(status));
  const { status = "204", contentType = "", schema } = success ?? {};
  const target = schema === undefined ? true : dereference(schema, context.resolve);
  const isList = typeof target === "object" && target["type"] === "array";
  const isJson = isJsonType(contentType);
  const hasBody = isJson && schema !== undefined && status !== "204" && status !== "205";
  const text = hasBody
    ? `Response.json(${printData(schema, context)}, { status: ${status} })`
    : `new Response(null, { status: ${status} })`;
  return { status: Number(status), text, isList };
}

/** Prints a sample. Keeps only short values of a long object; a long list becomes `[]`. */
function printData(schema: JsonSchema, context: Context): string {
  const found = sampleOrNothing(schema, context);
  const sample = found === undefined ? {} : found;
  const text = printValue(sample);
  if (text.length <= MAX_PARAMETERS_LENGTH) return text;
  if (Array.isArray(sample) || typeof sample !== "object" || sample === null) return "[]";
  const short = Object.entries(sample).filter(([, value]) => printValue(value).length <= 30);
  return printValue(Object.fromEntries(short.slice(0, 4)));
}

/** Returns `undefined` for a schema without a finite value. */
function sampleOrNothing(schema: JsonSchema, context: Context): unknown {
  try {
    return createSample(schema, context);
  } catch {
    return undefined;
  }
}

/** True if the call needs nothing besides its keys. */
function isPlain({ data, content }: CallForm, { body }: Route): boolean {
  if (body === undefined) return true;
  const types = content?.contentTypes ?? [];
  const isWritten = types.every((type) => /json|x-www-form-urlencoded/.test(type));
  return isWritten && (data === undefined || !body.required);
}

/** Samples each parameter; `undefined` if one has no short value. */
function sampleAll(
  parameters: CallForm["parameters"],
  context: Context,
): Readonly<Record<string, unknown>> | undefined {
  const samples: Record<string, unknown> = {};
  for (const { name, schema, in: location } of parameters) {
    // A sample of an object with this property: its name helps to choose a text.
    const owner: JsonSchema = { type: "object", required: [name], properties: { [name]: schema } };
    const sample = sampleOrNothing(owner, context);
    const value = isMap(sample) ? sample[name] : undefined;
    // An empty list would leave a path without its value.
    const isShort = location === "path" ? typeof value !== "object" : isShallow(value);
    if (!isShort || sample === undefined) return undefined;
    Object.defineProperty(samples, name, { value, enumerable: true });
  }
  return samples;
}

/** Rejects lists of objects and objects of objects, which make poor examples. */
function isShallow(value: unknown): boolean {
  if (value === null) return false;
  if (typeof value !== "object") return true;
  return Object.values(value).every((child) => typeof child !== "object" && child !== null);
}

/** Chooses the event with the shortest name without placeholders, if possible with a property to print. */
function chooseEvent(context: Context): EventExample | undefined {
  const entries = context.model.events
    .filter(({ name }) => placeholdersOfEvent(name).length === 0)
    .flatMap((event) => {
      const [bare, ...actions] = emitterEntries(event);
      return actions.length > 0 ? actions : [bare];
    });
  const candidates = entries.map(({ name, payload, action }) => {
    const property = payload === undefined ? undefined : findText(payload, context);
    const cost = name.length + (property === undefined ? 1000 : 0) + (action === undefined ? 0 : 1);
    return { name, cost, ...(property && { property }) };
  });
  const [best] = candidates.sort((one, other) => one.cost - other.cost);
  if (best === undefined) return undefined;
  const { name, property } = best;
  return { name, ...(property && { property }) };
}

/** Finds a required property that is a text or a number, and not the name of the event. */
function findText(payload: JsonSchema, { model, resolve }: Context): string | undefined {
  const schema = dereference(payload, resolve);
  if (!isObjectSchema(schema) || "oneOf" in schema || "anyOf" in schema || "allOf" in schema) {
    return undefined;
  }
  const { event } = model.vendor.webhooks ?? {};
  const taken = [event && "body" in event ? event.body : "", model.actionPath];
  const properties = new Map(Object.entries(propertiesOf(schema)));
  return requiredOf(schema).find((name) => {
    const schemaOfName = properties.get(name);
    if (schemaOfName === undefined || taken.includes(name) || !isIdentifier(name)) return false;
    const property = dereference(schemaOfName, resolve);
    const type = typeof property === "boolean" ? undefined : property["type"];
    return type === "string" || type === "integer" || type === "number";
  });
}
