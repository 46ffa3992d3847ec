/** Errors of a class that Stainless made, by themselves (contract H.10). */
import { describe, expect, it } from "vitest";
import { ConnectionError, ResponseError } from "../../../src/request/client/errors.js";
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  findErrorClass,
  NotFoundError,
  toApiError,
} from "../../../src/stainless/errors.js";

describe("errors", () => {
  const lose = (cause: Error) => new ConnectionError("GET /a", "was lost", 1, cause);
  const cause = lose(new TypeError("failed"));
  const late = lose(new DOMException("x", "TimeoutError"));
  const create = (status: number): Error => {
    const facts = {
      code: "STATUS",
      route: "GET /a",
      url: "https://a.example/a",
      attempts: 1,
    } as const;
    const answer = { status, data: { a: 1 }, headers: new Headers(), requestId: undefined };
    const Class = findErrorClass(status) ?? ResponseError;
    return new Class("no", { ...facts, ...answer });
  };
  const response = create(404);
  const other = new Error("other");
  const never = new AbortController().signal;

  it.each<
    [what: string, error: unknown, signal: AbortSignal | null | undefined, expected: unknown]
  >([
    ["a response", response, AbortSignal.abort(), response],
    ["another error", other, undefined, other],
    ["another error beside a signal", other, never, other],
    ["nothing", undefined, null, undefined],
  ])("[H.10] stay as they are: %s", (_, error, signal, expected) => {
    expect(toApiError(error, signal)).toBe(expected);
  });

  it.each<[error: unknown, signal: AbortSignal | null | undefined, Class: unknown, facts: object]>([
    [cause, undefined, APIConnectionError, { message: "Connection error.", cause }],
    [cause, never, APIConnectionError, { message: "Connection error.", cause }],
    [late, null, APIConnectionTimeoutError, { message: "Request timed out." }],
    [cause, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
    [other, AbortSignal.abort(), APIUserAbortError, { message: "Request was aborted." }],
  ])("[H.10] of a connection have classes of their own: %#", (given, signal, Class, facts) => {
    const error = toApiError(given, signal);
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
    const error = create(status);
    expect(error).toMatchObject({ name, status, error: { a: 1 } });
    expect(error).toBeInstanceOf(APIError);
    expect(error instanceof NotFoundError).toBe(status === 404);
    expect(other instanceof APIError).toBe(false);
  });
});
