/** A route as a candidate for an example, with the cost by which the simplest call is chosen. */
import { isJsonType } from "../../../src/http/media-types.js";
import { printValue } from "../../../codegen/emit/print/print.js";
import { listCallOptions } from "../../../codegen/emit/calls/call-options.js";
import { type CallForm, readCallForms } from "../../../codegen/emit/calls/forms.js";
import { dereference } from "../../../codegen/json-schema/references.js";
import type { JsonSchema, Route, SchemaModel } from "../../../codegen/model/model.js";
import { sampleAll, printData, type ExampleContext, MAX_EXAMPLE_LENGTH } from "./sample-values.js";

/** Makes a candidate of a route; `undefined` for one that makes a poor example. */
export function toCandidate(route: Route, context: ExampleContext): Candidate | undefined {
  const required = listRequired(route, context);
  const values = required && sampleAll(required, context);
  if (required === undefined || values === undefined) return undefined;
  const parameters = required.length === 0 ? undefined : printValue(values);
  if (parameters !== undefined && parameters.length > MAX_EXAMPLE_LENGTH) return undefined;
  const kind = kindOf(route, required);
  const isUsual = isUsualCall(route, kind, context);
  // A short body shows more than none.
  const lacksBody = kind === "write" && !required.some((parameter) => parameter.in === "body");
  return {
    route: route.key,
    declared: route,
    values,
    kind,
    cost:
      (parameters?.length ?? 0) +
      route.url.split("/").length +
      (lacksBody ? COST_WITHOUT_BODY : 0) +
      (isUsual ? 0 : COST_OF_UNUSUAL),
    ...(route.summary !== undefined && { summary: route.summary }),
    call: route.call,
    arguments: printMethodArguments(route, values, context.model),
    reply: printReply(route, context),
  };
}

/** Each outweighs a long path with the parameters of most calls, so that a usual call with a body is chosen first. */
const COST_OF_UNUSUAL = 50;
const COST_WITHOUT_BODY = 100;

function kindOf({ method }: Route, required: CallForm["parameters"]): Candidate["kind"] {
  if (method !== "GET") return "write";
  return required.length === 0 ? "list" : "read";
}

/** True for calls that users make first: those that create, list, or read one thing. */
function isUsualCall(route: Route, kind: Candidate["kind"], context: ExampleContext): boolean {
  if (kind === "write") return route.method === "POST";
  const repliesList = isList(findSuccess(route)?.schema, context);
  return kind === "list" ? repliesList : !repliesList;
}

/** Lists the parameters that a call has to have; `undefined` for a route that makes a poor example. */
function listRequired(
  route: Route,
  { model, resolve }: ExampleContext,
): CallForm["parameters"] | undefined {
  if (isDeprecated(route) || isElsewhere(route)) return undefined;
  const [form] = readCallForms(route, resolve, listCallOptions(model.vendor));
  if (form === undefined || !takesKeysAlone(form, route)) return undefined;
  const required = form.parameters.filter((parameter) => parameter.required);
  const isInHeader = required.some(({ in: place }) => place === "header" || place === "cookie");
  return isInHeader ? undefined : required;
}

/** True for a route at another address than the rest, or one whose address only the user knows. */
function isElsewhere({ server, needsBaseUrl }: Route): boolean {
  return server !== undefined || needsBaseUrl === true;
}

/** Prints path parameters as arguments where the vendor's methods take them so, and the others as keys. */
export function printMethodArguments(
  { parameters }: Route,
  values: Readonly<Record<string, unknown>>,
  { vendor }: SchemaModel,
): string {
  const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const { arguments: style } = vendor.sdk;
  const lastInPath = style === "last" ? inPath.slice(-1) : [];
  const positionalNames = style === "positional" ? inPath : lastInPath;
  const keyed = Object.entries(values).filter(([name]) => !positionalNames.includes(name));
  // A parameter may be named `constructor`, which an object without it inherits.
  const valuesByName = new Map(Object.entries(values));
  return [
    ...positionalNames.map((name) => printValue(valuesByName.get(name))),
    ...(keyed.length > 0 ? [printValue(Object.fromEntries(keyed))] : []),
  ].join(", ");
}

/** True for a deprecated route. Many descriptions say so only in the summary. */
function isDeprecated({ deprecated, summary = "" }: Route): boolean {
  return deprecated || /\b(?:deprecated|obsolete)\b/i.test(summary);
}

/** True if a call needs nothing but keys: none in a nested group, no body of bytes, and none that is required as a whole. */
function takesKeysAlone({ nested, data, content }: CallForm, { body }: Route): boolean {
  if (nested.length > 0) return false;
  if (body === undefined) return true;
  const types = content?.contentTypes ?? [];
  const isWritten = types.every((type) => /json|x-www-form-urlencoded/.test(type));
  return isWritten && (data === undefined || !body.required);
}

/** The first success that is described. */
function findSuccess({ responses }: Route): Route["responses"][number] | undefined {
  return responses.find(({ status }) => /^2\d\d$/.test(status));
}

function isList(schema: JsonSchema | undefined, { resolve }: ExampleContext): boolean {
  const target = schema === undefined ? undefined : dereference(schema, resolve);
  return typeof target === "object" && target["type"] === "array";
}

/** Prints a success as a `Response`. */
function printReply(route: Route, context: ExampleContext): ReplyExample {
  const { status = "204", contentType = "", schema } = findSuccess(route) ?? {};
  const isJson = isJsonType(contentType);
  const hasBody = isJson && schema !== undefined && status !== "204" && status !== "205";
  const text = hasBody
    ? `Response.json(${printData(schema, context)}, { status: ${status} })`
    : `new Response(null, { status: ${status} })`;
  return { status: Number(status), text };
}

export interface Candidate extends RequestExample {
  readonly declared: Route;
  readonly kind: "list" | "read" | "write";
  /** Higher for longer and less usual calls. The candidate with the lowest cost is chosen. */
  readonly cost: number;
}

/** Successful reply to a request. */
interface ReplyExample {
  readonly status: number;
  /** Code in TypeScript. */
  readonly text: string;
}

/** A request that the README shows and the test builds. */
export interface RequestExample {
  readonly route: string;
  readonly summary?: string;
  /** The parameters of the call, by their names. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The method of the route: `things.get`. */
  readonly call: string;
  /** The arguments of the method as code; empty where it needs none. */
  readonly arguments: string;
  readonly reply: ReplyExample;
}
