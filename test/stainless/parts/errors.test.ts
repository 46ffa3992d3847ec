/** Errors of a class that Stainless made, by themselves (contract H.10). */
import { describe, expect, it } from "vitest";
import { ConnectionError, ResponseError } from "../../../src/request/client/errors.js";
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  toApiError,
} from "../../../src/stainless/connection-errors.js";
import { APIError, findErrorClass, NotFoundError } from "../../../src/stainless/errors.js";

const response = createResponseError(404);
const lost = createConnectionError(new TypeError("failed"));
const late = createConnectionError(new DOMException("x", "TimeoutError"));
const other = new Error("other");

/** The signal of a caller who does not abort. */
const notAborted = new AbortController().signal;

describe("errors", () => {
  it.each<
    [what: string, error: unknown, signal: AbortSignal | null | undefined, expected: unknown]
  >([
    ["a response", response, AbortSignal.abort(), response],
    ["another error", other, undefined, other],
    ["another error beside a signal", other, notAborted, other],
    ["nothing", undefined, null, undefined],
  ])("[H.10] stay as they are: %s", (_, error, signal, expected) => {
    expect(toApiError(error, signal)).toBe(expected);
  });

  it.each<[thrown: unknown, signal: AbortSignal | null | undefined, Class: unknown, facts: object]>(
    [
      [lost, undefined, APIConnectionError, { message: "Connection error.", cause: lost }],
      [lost, notAborted, APIConnectionError, { message: "Connection error.", cause: lost }],
      [late, null, APIConnectionTimeoutError, { message: "Request timed out." }],
      [lost, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
      [other, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
    ],
  )("[H.10] of a connection have classes of their own: %#", (thrown, signal, Class, facts) => {
    const error = toApiError(thrown, signal);
    const { name, constructor } = error as Error;
    expect(constructor).toBe(Class);
    expect(name).toBe((Class as { name: string }).name);
    const empty = { status: undefined, headers: undefined, error: undefined };
    expect(error).toMatchObject({ ...empty, ...facts });
    expect((error as Error).cause).toBe((facts as { cause?: unknown }).cause);
    expect([error instanceof APIError, error instanceof APIConnectionError]).toEqual([true, true]);
    expect(error instanceof ResponseError).toBe(false);
  });

  it("[H.10] have the message that they are given", () => {
    for (const Class of [APIConnectionError, APIConnectionTimeoutError, APIUserAbortError])
      expect(new Class({ message: "own" }).message).toBe("own");
  });

  it.each<[status: number, name: string]>([
    [404, "NotFoundError"],
    [499, "APIError"],
    [500, "InternalServerError"],
    [599, "InternalServerError"],
    [302, "APIError"],
  ])("[H.10] of the status %i are a %s, with the body", (status, name) => {
    const error = createResponseError(status);
    expect(error).toMatchObject({ name, status, error: { a: 1 } });
    expect(error).toBeInstanceOf(APIError);
    expect(error instanceof NotFoundError).toBe(status === 404);
    expect(other instanceof APIError).toBe(false);
  });
});

function createConnectionError(cause: Error): ConnectionError {
  return new ConnectionError("GET /a", "was lost", 1, cause);
}

/** The error of a response, of the class that its status has. */
function createResponseError(status: number): Error {
  const Class = findErrorClass(status) ?? ResponseError;
  return new Class("no", {
    code: "STATUS",
    route: "GET /a",
    url: "https://a.example/a",
    attempts: 1,
    status,
    data: { a: 1 },
    headers: new Headers(),
    requestId: undefined,
  });
}
