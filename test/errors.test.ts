import { describe, expect, it } from "vitest";
import { EndpointError } from "../src/request/endpoint/errors.js";
import {
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
