/** Requests of a catch-up, through any client, and what their failures mean. */
import { isRecord } from "../../base/values.js";
import { InboxError } from "../store.js";

/**
 * Sends a request.
 * @throws InboxError `CATCH_UP_FAILED`. Its `cause` is the error of the client.
 */
export async function sendRequest(
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
  const { data, headers } = readMembers(response);
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
  const { status } = readMembers(readMembers(error)["cause"]);
  return typeof status === "number" ? status : undefined;
}

/** Longest time that a service may ask for, in seconds: a day. */
const MAX_RETRY_AFTER = 86_400;

/**
 * Finds how many milliseconds the service asks to be left alone; 0 if it does not ask. By then the client has
 * waited, tried again, and given up.
 */
export function findRetryAfter(error: unknown): number {
  const { headers, response } = readMembers(readMembers(error)["cause"]);
  const seconds = Number(readHeader(headers ?? readMembers(response)["headers"], "retry-after"));
  if (!Number.isFinite(seconds) || seconds <= 0) return 0;
  return Math.ceil(Math.min(seconds, MAX_RETRY_AFTER) * 1_000);
}

function readHeader(headers: unknown, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = readMembers(headers)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the members of an object that any client or service may have made; none for any other value. */
export function readMembers(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Meaning of the statuses that a service answers with, and the remedy. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: "the credential of the client is wrong or has expired; give the client a valid one",
  403: "the credential of the client has no right to it; give it the right to read what the service has sent",
  404: "there is no such list; check the `parameters`, and that the webhook still exists",
  410: "there is no such list any more; check that the webhook still exists",
  429: "the service limits the rate of requests; the next catch-up goes on",
};

function describeFailure(route: string, cause: unknown): string {
  const { status, message } = readMembers(cause);
  if (typeof status === "number") {
    const meaning = MEANINGS[status];
    return `${route} got status ${status}${meaning === undefined ? "" : `: ${meaning}`}.`;
  }
  return `${route} got no answer: ${typeof message === "string" ? message : String(cause)}`;
}

// ---- Types

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

/** `request` of a client, whose routes and parameters are known at run time only. */
type AnyRequest = (route: string, parameters: Parameters) => PromiseLike<unknown>;
