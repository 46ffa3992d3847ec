/** Middleware of a client by path: checks it, and passes requests, responses and errors through it. */
import { describeKind } from "../../base/values.js";
import type { Middleware, MiddlewareCallbackParams } from "./types.js";

/**
 * False for `undefined` and `false`, which are left out.
 * @throws TypeError for anything else but an object with one of the functions.
 */
export function isMiddleware(value: unknown): value is Middleware {
  const functions = ["onRequest", "onResponse", "onError"];
  if (!value || functions.some((name) => name in Object(value))) return Boolean(value);
  throw unexpected("middleware", value, `an object with ${functions.join(", ")}`);
}

/** Shows a request to middleware, the first one first, until one returns a response. */
export async function passRequest(
  { chain, shown }: PassingCall,
  first: Request,
): Promise<Request | Response> {
  let request = first;
  for (const { onRequest } of chain) {
    const changed = await onRequest?.({ ...shown, request });
    if (changed instanceof Response) return changed;
    if (changed) request = expectInstance(changed, Request, "onRequest");
  }
  return request;
}

/** Shows a response to middleware, the last one first. */
export async function passResponse(
  { chain, shown }: PassingCall,
  received: Response,
  request: Request | undefined,
): Promise<Response> {
  let response = received;
  for (const { onResponse } of chain.toReversed()) {
    const changed = await onResponse?.({ ...shown, request: request as Request, response });
    if (changed) response = expectInstance(changed, Response, "onResponse");
  }
  return response;
}

/**
 * Shows an error to middleware, the last one first, until one returns a response.
 * @throws The error, or the one that middleware returned last.
 */
export async function passError(
  { chain, shown }: PassingCall,
  thrown: unknown,
  request: Request | undefined,
): Promise<Response> {
  let error = thrown;
  for (const { onError } of chain.toReversed()) {
    const changed = await onError?.({ ...shown, request: request as Request, error });
    if (changed instanceof Response) return changed;
    if (changed) error = expectInstance(changed, Error, "onError");
  }
  throw error;
}

/** @throws TypeError for a value that is no instance of the class. */
function expectInstance<Instance>(
  value: unknown,
  Class: abstract new (...parameters: never) => Instance,
  from: string,
): Instance {
  if (value instanceof Class) return value;
  throw unexpected(`result of ${from}`, value, Class.name);
}

function unexpected(what: string, value: unknown, expected: string): TypeError {
  return new TypeError(`The ${what} is ${describeKind(value)}; expected ${expected}.`);
}

/** A call whose request, response or error passes middleware. */
export interface PassingCall {
  readonly chain: readonly Middleware[];
  /** The facts that middleware sees beside the request. */
  readonly shown: Omit<MiddlewareCallbackParams, "request">;
}
