/** Codes of errors: their status, headers, messages and pages. */
import { describe, expect, it } from "vitest";
import { EndpointError } from "../src/request/endpoint/errors.js";
import { createAnswer, JSON_TYPE, PLAIN_TEXT } from "../src/receive/webhooks/http-answer.js";
import {
  describeErrorCode,
  HTTP_ERRORS,
  WebhookAggregateError,
  WebhookError,
  type HttpErrorCode,
  type WebhookErrorCode,
} from "../src/receive/webhooks/webhook-error.js";

const statuses: readonly (readonly [WebhookErrorCode, number])[] = [
  ["SIGNATURE_MISSING", 400],
  ["SIGNATURE_MALFORMED", 400],
  ["SIGNATURE_MISMATCH", 400],
  ["TIMESTAMP_OUT_OF_TOLERANCE", 400],
  ["SECRET_NOT_FOUND", 400],
  ["SECRET_LOOKUP_FAILED", 500],
  ["PAYLOAD_NOT_RAW", 500],
  ["BODY_ALREADY_PARSED", 500],
  ["INVALID_PAYLOAD", 400],
  ["INVALID_CHALLENGE", 400],
  ["INVALID_EVENT_NAME", 400],
  ["PAYLOAD_TOO_LARGE", 413],
  ["REQUEST_TIMEOUT", 408],
  ["REQUEST_ABORTED", 400],
  ["HANDLER_FAILED", 500],
  ["TRANSFORM_FAILED", 500],
  ["DRAINING", 503],
];

/** Codes of requests, which no error of the toolkit has; `unwrap` has the last two. */
const httpStatuses: readonly (readonly [HttpErrorCode, number])[] = [
  ["NOT_FOUND", 404],
  ["METHOD_NOT_ALLOWED", 405],
  ["UNSUPPORTED_MEDIA_TYPE", 415],
  ["HEADER_MISSING", 400],
  ["HEADER_REPEATED", 400],
];

const event = { id: "1", name: "issues", payload: {} };

describe("errors", () => {
  it.each(statuses)("[B.7] [B.13] %s has status %d", (code, status) => {
    const cause = Object.assign(new Error("thrown"), { status: 204 });
    const error = new WebhookError(code, "message", event, { cause });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "WebhookError", code, status, event, cause });
    const aggregate = new WebhookAggregateError(code, "message", event, [cause]);
    expect(aggregate).toBeInstanceOf(AggregateError);
    expect(aggregate).toMatchObject({ code, status, event, errors: [cause] });
  });

  it("[B.7] has no other code", () => {
    const known = Object.entries(HTTP_ERRORS).map(([code, [status]]) => [code, status]);
    expect(known).toEqual([...statuses, ...httpStatuses]);
  });

  it("[C.5] have headers of their own where the connection or the method matters", () => {
    const close = { connection: "close" };
    const known = Object.entries(HTTP_ERRORS).flatMap(([code, [, , headers]]) =>
      headers === undefined ? [] : [[code, headers]],
    );
    expect(Object.fromEntries(known)).toEqual({
      PAYLOAD_TOO_LARGE: close,
      REQUEST_TIMEOUT: close,
      DRAINING: close,
      METHOD_NOT_ALLOWED: { allow: "POST" },
    });
  });

  it.each<[parts: Parameters<typeof describeErrorCode>, message: string]>([
    [["NOT_FOUND"], "Not found."],
    [["HEADER_MISSING", "x-a"], "x-a: The header is missing or empty."],
    [["HEADER_MISSING"], "The header is missing or empty."],
    [
      ["UNSUPPORTED_MEDIA_TYPE", "application/json"],
      "The body must be application/json in UTF-8, without a content-encoding.",
    ],
    [["INVALID_EVENT_NAME"], "The event name is missing where the service sends it."],
    [
      ["INVALID_EVENT_NAME", "x-a", "error"],
      "x-a: The event name is reserved for handlers: it is `error`, or holds a `*`.",
    ],
    [
      ["INVALID_EVENT_NAME", "", "a*"],
      "The event name is reserved for handlers: it is `error`, or holds a `*`.",
    ],
    [
      ["INVALID_EVENT_NAME", "", "errors.a"],
      "The event name holds an action: give the event alone, because the action is read from the payload.",
    ],
  ])("[B.7] are described by %j", (parts, message) => {
    expect(describeErrorCode(...parts)).toBe(message);
  });

  it("[B.7] lead to the page that explains them", () => {
    const docs = "https://github.com/typewire/typewire/blob/main/docs/errors.md#invalid_payload";
    for (const error of [
      new WebhookError("INVALID_PAYLOAD", "message", event),
      new WebhookAggregateError("INVALID_PAYLOAD", "message", event, []),
    ]) {
      expect(error.docs).toBe(docs);
      expect([error.message, error.cause]).toEqual(["message", undefined]);
    }
    expect(new WebhookAggregateError("DRAINING", "message", event, []).name).toBe("AggregateError");
  });

  it("[C.5] are answered with the size of their text, and are not sniffed", () => {
    const headers = {
      "content-type": "text/plain",
      "content-length": "4",
      "x-content-type-options": "nosniff",
    };
    expect([PLAIN_TEXT, JSON_TYPE]).toEqual(["text/plain; charset=utf-8", "application/json"]);
    expect(createAnswer(404, "text/plain", "none")).toEqual({ status: 404, headers, body: "none" });
    expect(createAnswer(200, "text/plain", "", { "content-length": "0", allow: "POST" })).toEqual({
      status: 200,
      headers: { ...headers, "content-length": "0", allow: "POST" },
      body: "",
    });
  });

  it("[A.15] an EndpointError is a TypeError with a code and the route", () => {
    const error = new EndpointError("MISSING_PARAMETER", "message", "GET /{a}", ["a"]);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({
      code: "MISSING_PARAMETER",
      route: "GET /{a}",
      parameters: ["a"],
    });
  });
});
