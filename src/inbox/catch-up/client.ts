/** Requests of a catch-up, through any client, and what their failures mean. */
import { isObject } from "../../base/values.js";
import { InboxError } from "../store.js";

/** Anything that sends requests: a generated client, one of Octokit, or an object of your own. */
export interface CatchUpClient {
  /**
   * Resolves with an object that has the body as `data`, and the `headers` of the response, as `Headers` or as
   * an object with names in lowercase. Rejects for a status outside 2xx with an error that has the `status`.
   */
  request(route: never, parameters: never): PromiseLike<unknown>;
}

export type Parameters = Readonly<Record<string, unknown>>;

/** Parts of a response that a catch-up reads. */
export interface CatchUpResponse {
  readonly data: unknown;
  /** Returns a header; the empty string if it is absent. */
  readonly get: (name: string) => string;
}

type AnyRequest = (route: string, parameters: Parameters) => PromiseLike<unknown>;

/**
 * Sends a request.
 * @throws InboxError `CATCH_UP_FAILED`. Its `cause` is the error of the client.
 */
export async function ask(
  client: CatchUpClient,
  route: string,
  parameters: Parameters,
): Promise<CatchUpResponse> {
  let response: unknown;
  try {
    // A client knows the types of its routes; that of a plan is known at run time only.
    response = await (client.request as unknown as AnyRequest).call(client, route, parameters);
  } catch (cause) {
    throw createFailure(describeFailure(route, cause), cause);
  }
  const { data, headers } = (isObject(response) ? response : {}) as Record<string, unknown>;
  if (data === undefined) {
    throw createFailure(
      `The client's answer to ${route} has no \`data\`; expected an object with \`data\` and \`headers\`.`,
    );
  }
  return { data, get: (name) => readHeader(headers, name) };
}

export function createFailure(message: string, cause?: unknown): InboxError {
  return new InboxError("CATCH_UP_FAILED", message, cause === undefined ? {} : { cause });
}

/** Finds the status of a response that is the cause of an error; `undefined` if there was no response. */
export function findStatus(error: unknown): number | undefined {
  const { cause } = (isObject(error) ? error : {}) as { readonly cause?: unknown };
  const { status } = (isObject(cause) ? cause : {}) as { readonly status?: unknown };
  return typeof status === "number" ? status : undefined;
}

/**
 * Finds how long the service wants to be left alone, in milliseconds: the client has waited and tried again
 * already, and has given up.
 */
export function findRetryAfter(error: unknown): number {
  const { cause } = (isObject(error) ? error : {}) as { readonly cause?: unknown };
  const { headers, response } = (isObject(cause) ? cause : {}) as Record<string, unknown>;
  const ofResponse = (isObject(response) ? response : {}) as Record<string, unknown>;
  const seconds = Number(readHeader(headers ?? ofResponse["headers"], "retry-after"));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(Math.min(seconds, 86_400) * 1_000) : 0;
}

function readHeader(headers: unknown, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = isObject(headers) ? (headers as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Meaning of statuses here, and the remedy. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: "the credential of the client is wrong or has expired; give the client a valid one",
  403: "the credential of the client has no right to it; give it the right to read what the service has sent",
  404: "there is no such list; check the `parameters`, and that the webhook still exists",
  410: "there is no such list any more; check that the webhook still exists",
  429: "the service limits the rate of requests; the next catch-up goes on",
};

function describeFailure(route: string, cause: unknown): string {
  const { status, message } = (isObject(cause) ? cause : {}) as Record<string, unknown>;
  if (typeof status === "number") {
    const meaning = MEANINGS[status];
    return `${route} got status ${status}${meaning === undefined ? "" : `: ${meaning}`}.`;
  }
  return `${route} got no answer: ${typeof message === "string" ? message : String(cause)}`;
}
