/** Calls of methods: from the arguments and options of this surface to those of the client. */
import { isJsonType } from "../http/media-types.js";
import { REQUEST_OPTIONS } from "../catalog/sdk.js";
import { SENDER } from "../request/client/client.js";
import type { List } from "../request/client/page-styles.js";
import { CALL } from "../request/client/host.js";
import { findKeyHeader } from "../request/client/retries.js";
import { isRawBody, rawTypeOf } from "../request/endpoint/body.js";
import { appendQuery } from "../request/endpoint/template.js";
import type { RequestOptions as BuiltRequest } from "../request/endpoint/types.js";
import { isPlainObject, readOwn, type UnknownRecord } from "../request/endpoint/values.js";
import type { OptionNames } from "../base/option-names.js";
import { ListPage, startList } from "../request/sdk/calls.js";
import { defineMethod as defineUsual } from "../request/sdk/methods.js";
import type { Adapt, AdaptedCall, MethodForm } from "../request/sdk/types.js";
import { toApiError } from "./errors.js";
import { checkCount, MOST_RETRIES, readHeaders, writeQuery } from "./options.js";
import type { RequestOptions } from "./types.js";
import { holdsUpload, readUploads } from "./uploads.js";

/** Makes a function of a route, which takes a client, the arguments of the method, and options. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineMethod<Method>(route: string, form: MethodForm = {}): Method {
  return defineUsual<Method>(route, { ...form, adapt, startSteps: startList });
}

const adapt: Adapt = (methodCall, start) => {
  const call = adaptCall(methodCall);
  const begin = (adapted: StainlessCall): ReturnType<Adapt> =>
    start({ ...adapted, decorate: (list) => decorate(list, adapted) });
  return call instanceof Promise ? call.then(begin) : begin(call);
};

function decorate(list: List, { change, explain }: StainlessCall): List {
  return {
    ...list,
    build: (changed) => change(list.build(changed)),
    send: (request, first) =>
      list.send(request, first).catch((error: unknown) => {
        throw explain(error);
      }),
  };
}

/** A call for the client, with the changes that this surface makes to it. */
export interface StainlessCall extends Pick<AdaptedCall, "parameters" | "options" | "Page"> {
  readonly change: (request: BuiltRequest) => BuiltRequest;
  /** Returns the error of this surface for an error of the client. */
  readonly explain: (error: unknown) => unknown;
}

/** Turns the arguments of a method into a call for the client. Reads uploads first. */
export function adaptCall(
  methodCall: Parameters<Adapt>[0],
): StainlessCall | Promise<StainlessCall> {
  const { client, route, form } = methodCall;
  const { parameters, options } = form.takesOptions ? findOptions(methodCall) : methodCall;
  const { path, query, body, headers, idempotencyKey, signal, ...limits } =
    options as RequestOptions;
  const { fetchOptions, maxRetries, timeout } = limits;
  if (maxRetries !== undefined) checkCount("maxRetries", maxRetries);
  const { header } = findKeyHeader(client[SENDER](), route, form);
  const callHeaders = readHeaders(headers);
  const isTyped = "content-type" in callHeaders;
  const finish = (read: UnknownRecord): StainlessCall => ({
    parameters: { ...place(read, form), request: fetchOptions },
    options: {
      ...(signal && { signal }),
      ...(maxRetries !== undefined && { retry: Math.min(maxRetries, MOST_RETRIES) }),
      attemptTimeout: timeout,
      headers: {
        ...(idempotencyKey !== undefined && { [header]: idempotencyKey }),
        ...callHeaders,
      },
    },
    change,
    explain: (error) => toApiError(error, signal),
    Page: OtherPage,
  });
  const change = (request: BuiltRequest): BuiltRequest => {
    const [asked = ""] = /\?.*/s.exec(request.url) ?? [];
    const url = path === undefined ? request.url : findUrl({ client }, path) + asked;
    const more = writeQuery(query ?? {});
    return {
      ...request,
      url: more === "" ? url : appendQuery(url, more),
      ...(body !== undefined && withBody(request, body, { route, isTyped })),
    };
  };
  const files = Object.entries(parameters).filter(([, value]) => holdsUpload(value));
  if (files.length === 0 || !hasBody(route)) return finish(parameters);
  const read = files.map(async ([name, value]) => [name, await readUploads(value)] as const);
  return Promise.all(read).then((pairs) => finish({ ...parameters, ...Object.fromEntries(pairs) }));
}

/** The generator has the same list; here, the compiler compares it with the type of the options. */
const OPTIONS: OptionNames<RequestOptions> = REQUEST_OPTIONS;

/** Takes the keys beside the path's parameters as options if all are, and there are no others. */
function findOptions({
  route,
  parameters,
  options,
}: Parameters<Adapt>[0]): Pick<AdaptedCall, "parameters" | "options"> {
  const entries = Object.entries(parameters);
  const isInPath = ([key]: readonly [string, unknown]) => route.includes(`{${key}}`);
  const outsidePath = entries.filter((entry) => !isInPath(entry));
  const areOptions = outsidePath.every(([key]) => Object.hasOwn(OPTIONS, key));
  if (!areOptions || Object.keys(options).length > 0) return { parameters, options };
  const inPath = Object.fromEntries(entries.filter(isInPath));
  return { parameters: inPath, options: Object.fromEntries(outsidePath) };
}

function hasBody(route: string): boolean {
  return !/^(?:get|head|options) /i.test(route);
}

/** The address of a path. */
export function findUrl(target: object, path: string): string {
  const { client } = target as { readonly client: Parameters<Adapt>[0]["client"] };
  return client[CALL]().build(toRoute("get", path), {}).url;
}

/** Encodes braces, because the path is not a template. */
export function toRoute(verb: string, path: string): string {
  return `${verb.toUpperCase()} ${path.replace(/[{}]/g, encodeURIComponent)}`;
}

/**
 * Replaces the body; `null` leaves it out, as in the SDKs of Stainless. Forms, files and bytes lose a content
 * type that was that of the method's own body; the platform adds theirs.
 * @param isTyped True if the call itself gives a content type.
 */
function withBody(
  { headers }: Pick<BuiltRequest, "headers">,
  body: unknown,
  { route, isTyped }: { readonly route: string; readonly isTyped: boolean },
) {
  const { "content-type": type = "", ...others } = headers;
  if (body === null) return { body: undefined, headers: others };
  if (isRawBody(body, route)) {
    const isKept = isTyped || (!isJsonType(type) && rawTypeOf(body, type) === type);
    return { body, headers: isKept ? headers : others };
  }
  const isJson = isPlainObject(body) || Array.isArray(body);
  return { body, headers: { ...(isJson && { "content-type": "application/json" }), ...headers } };
}

/** Moves the parameters of a method to where the client takes them. */
export function place(parameters: UnknownRecord, { shape }: MethodForm): UnknownRecord {
  if (shape === undefined) return parameters;
  const { others, body, renamed = {}, named = [] } = shape;
  const placed: Record<string, unknown> = {};
  const inOption: Record<string, unknown> = { ...(parameters["parameters"] as object | undefined) };
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parameters)) {
    const name = readOwn<string>(renamed, key) ?? key;
    if (key === "parameters" && !others.includes(key)) continue;
    if (key === body) placed["data"] = value;
    else if (!others.includes(key)) fields[name] = value;
    else if (named.includes(name)) inOption[name] = value;
    else placed[name] = value;
  }
  return {
    ...placed,
    ...(Object.keys(inOption).length > 0 && { parameters: inOption }),
    ...(Object.keys(fields).length > 0 && (body === undefined ? { data: fields } : fields)),
  };
}

class OtherPage extends ListPage {
  getPaginatedItems(): readonly unknown[] {
    return ListPage.itemsOf(this);
  }

  iterPages(): AsyncGenerator<ListPage, void, undefined> {
    return ListPage.follow(this);
  }
}
