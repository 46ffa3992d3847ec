/** Calls of methods: from the arguments and options of this surface to those of the client. */
import { SENDER } from "../request/client/client.js";
import type { List } from "../request/client/pages.js";
import { findKeyHeader } from "../request/client/retries.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import type { CallForClient } from "../request/sdk/calls.js";
import { ListPage, startList } from "../request/sdk/lists.js";
import {
  defineMethod as defineSdkMethod,
  type CallAdapter,
  type GivenCall,
  type MethodForm,
} from "../request/sdk/methods.js";
import { placeParameters, splitOptions } from "./arguments.js";
import { createChange, type ChangeRequest } from "./changes.js";
import { toApiError } from "./connection-errors.js";
import { readHeaders } from "./headers-and-query.js";
import { expectCount, limitRetries } from "./options.js";
import type { RequestOptions } from "./types.js";
import { readFiles } from "./uploads.js";

/** Makes a function of a route, which takes a client, the arguments of the method, and options. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineMethod<Method>(route: string, form: MethodForm = {}): Method {
  return defineSdkMethod<Method>(route, { ...form, adapt, startSteps: startList });
}

/** Adapts a call, and then starts it. */
const adapt: CallAdapter = (given, start) => {
  const call = adaptCall(given);
  const begin = (adapted: StainlessCall): ReturnType<CallAdapter> =>
    start({ ...adapted, decorate: (list) => decorate(list, adapted) });
  return call instanceof Promise ? call.then(begin) : begin(call);
};

/** Lets the options of a call change each of its requests, and gives their errors the classes of this surface. */
function decorate(list: List, { change, explain }: StainlessCall): List {
  return {
    ...list,
    build: (options) => change(list.build(options)),
    send: (request, first) =>
      list.send(request, first).catch((error: unknown) => {
        throw explain(error);
      }),
  };
}

/** Turns the arguments of a method into a call for the client. Returns a promise if it has uploads to read first. */
export function adaptCall(given: GivenCall): StainlessCall | Promise<StainlessCall> {
  const { client, route, form } = given;
  const { parameters, options } = form.takesOptions ? splitOptions(given) : given;
  const requestOptions = options as RequestOptions; // the class declares no others
  const headers = readHeaders(requestOptions.headers);
  const call = {
    options: adaptOptions(given, requestOptions, headers),
    change: createChange(client, route, requestOptions, "content-type" in headers),
    explain: (error: unknown) => toApiError(error, requestOptions.signal),
    Page: StainlessPage,
  };
  const finish = (sentParameters: UnknownRecord): StainlessCall => ({
    ...call,
    parameters: { ...placeParameters(sentParameters, form), request: requestOptions.fetchOptions },
  });
  const withFiles = hasBody(route) ? readFiles(parameters) : parameters;
  return withFiles instanceof Promise ? withFiles.then(finish) : finish(withFiles);
}

function adaptOptions(
  { client, route, form }: GivenCall,
  { idempotencyKey, maxRetries, signal, timeout }: RequestOptions,
  headers: Readonly<Record<string, string | undefined>>,
): CallForClient["options"] {
  const { header } = findKeyHeader(client[SENDER](), route, form);
  return {
    ...(signal && { signal }),
    ...(maxRetries !== undefined && {
      retry: limitRetries(expectCount("maxRetries", maxRetries)),
    }),
    attemptTimeout: timeout === undefined ? timeout : expectCount("timeout", timeout),
    headers: { ...(idempotencyKey !== undefined && { [header]: idempotencyKey }), ...headers },
  };
}

function hasBody(route: string): boolean {
  return !/^(?:get|head|options) /i.test(route);
}

class StainlessPage extends ListPage {
  getPaginatedItems(): readonly unknown[] {
    return ListPage.itemsOf(this);
  }

  iterPages(): AsyncGenerator<ListPage, void, undefined> {
    return ListPage.follow(this);
  }
}

// ---- Types

/** A call for the client, with the changes that this surface makes to it. */
export interface StainlessCall extends Pick<CallForClient, "parameters" | "options" | "Page"> {
  readonly change: ChangeRequest;
  /** Returns the error of this surface for an error of the client. */
  readonly explain: (error: unknown) => unknown;
}
