/** A route as a candidate for an example, with the cost by which the simplest call is chosen. */
import { isJsonType } from "../../../src/http/media-types.js";
import { printValue } from "../../../codegen/emit/print/print.js";
import { listCallOptions } from "../../../codegen/emit/calls/call-options.js";
import { type CallForm, readCallForms } from "../../../codegen/emit/calls/forms.js";
import { dereference } from "../../../codegen/json-schema/references.js";
import type { Route, SchemaModel } from "../../../codegen/model/model.js";
import { sampleAll, printData, type ExampleContext, MAX_EXAMPLE_LENGTH } from "./sample-values.js";

/** Makes a candidate of a route; `undefined` for one that makes a poor example. */
export function toCandidate(route: Route, context: ExampleContext): Candidate | undefined {
  const required = listRequired(route, context);
  const values = required && sampleAll(required, context);
  if (required === undefined || values === undefined) return undefined;
  const parameters = required.length === 0 ? undefined : printValue(values);
  if (parameters !== undefined && parameters.length > MAX_EXAMPLE_LENGTH) return undefined;
  const { isList, ...reply } = chooseReply(route, context);
  const readKind = required.length === 0 ? "list" : "read";
  const kind = route.method === "GET" ? readKind : "write";
  return {
    route: route.key,
    declared: route,
    values,
    kind,
    cost: (parameters?.length ?? 0) + costOf(route, kind, required, isList),
    ...(route.summary !== undefined && { summary: route.summary }),
    ...(parameters !== undefined && { parameters }),
    call: route.call,
    arguments: printMethodArguments(route, values, context.model),
    reply,
  };
}

/** Lists the parameters that a call has to have; `undefined` if it needs more than keys. */
function listRequired(
  route: Route,
  { model, resolve }: ExampleContext,
): CallForm["parameters"] | undefined {
  if (isDeprecated(route) || route.server !== undefined || route.needsBaseUrl) return undefined;
  const [form] = readCallForms(route, resolve, listCallOptions(model.vendor));
  if (form === undefined || form.nested.length > 0 || !isPlain(form, route)) return undefined;
  const required = form.parameters.filter((parameter) => parameter.required);
  const isInHeader = required.some(({ in: place }) => place === "header" || place === "cookie");
  return isInHeader ? undefined : required;
}

/** The cost of a call beside its parameters. Users list, read and create before they do anything else. */
function costOf(
  { method, url }: Route,
  kind: Candidate["kind"],
  required: CallForm["parameters"],
  isList: boolean,
): number {
  const depth = url.split("/").length;
  const isCommon = kind === "write" ? method === "POST" : isList === (kind === "list");
  // A short body shows more than none.
  const lacksBody = kind === "write" && !required.some((parameter) => parameter.in === "body");
  return depth + (lacksBody ? 100 : 0) + (isCommon ? 0 : 50);
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
  return [
    ...positionalNames.map((name) => printValue(new Map(Object.entries(values)).get(name))),
    ...(keyed.length > 0 ? [printValue(Object.fromEntries(keyed))] : []),
  ].join(", ");
}

/** True for a deprecated route. Many descriptions say so only in the summary. */
function isDeprecated({ deprecated, summary = "" }: Route): boolean {
  return deprecated || /\b(?:deprecated|obsolete)\b/i.test(summary);
}

/** True if the call needs nothing besides its keys. */
function isPlain({ data, content }: CallForm, { body }: Route): boolean {
  if (body === undefined) return true;
  const types = content?.contentTypes ?? [];
  const isWritten = types.every((type) => /json|x-www-form-urlencoded/.test(type));
  return isWritten && (data === undefined || !body.required);
}

/** Prints the first success that is described, as a `Response`. */
function chooseReply(
  { responses }: Route,
  context: ExampleContext,
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

export interface Candidate extends RequestExample {
  readonly declared: Route;
  /** Values of the required parameters. */
  readonly values: Readonly<Record<string, unknown>>;
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
  /** Code in TypeScript; absent where the route needs no parameters. */
  readonly parameters?: string;
  /** The method of the route: `things.get`. */
  readonly call: string;
  /** The arguments of the method as code; empty where it needs none. */
  readonly arguments: string;
  readonly reply: ReplyExample;
}
