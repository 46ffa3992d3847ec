/** The answer to each fault, and its line in the log. */
import { describe, expect, it } from "vitest";
import {
  answerFault,
  closeAfter,
  createErrorAnswer,
  OK,
  readFault,
  STILL_PROCESSING,
} from "../../src/receive/middleware/answer.js";
import type { RequestFault } from "../../src/receive/webhooks/reader.js";
import type { Answer } from "../../src/receive/webhooks/http-answer.js";
import {
  describeErrorCode,
  WebhookAggregateError,
  WebhookError,
  type HttpErrorCode,
} from "../../src/receive/webhooks/webhook-error.js";
import { createRecorder } from "../http/toolkit.js";

const CLOSE = { connection: "close" };

/** The status and the headers of each code, and the level of its line in the log. */
const CODES: Readonly<
  Record<HttpErrorCode, readonly [status: number, level: string, more?: object]>
> = {
  SIGNATURE_MISSING: [400, "warn"],
  SIGNATURE_MALFORMED: [400, "warn"],
  SIGNATURE_MISMATCH: [400, "warn"],
  TIMESTAMP_OUT_OF_TOLERANCE: [400, "warn"],
  SECRET_NOT_FOUND: [400, "warn"],
  SECRET_LOOKUP_FAILED: [500, "error"],
  PAYLOAD_NOT_RAW: [500, "error"],
  BODY_ALREADY_PARSED: [500, "error"],
  INVALID_PAYLOAD: [400, "warn"],
  INVALID_CHALLENGE: [400, "warn"],
  INVALID_EVENT_NAME: [400, "warn"],
  PAYLOAD_TOO_LARGE: [413, "warn", CLOSE],
  REQUEST_TIMEOUT: [408, "warn", CLOSE],
  REQUEST_ABORTED: [400, "debug"],
  HANDLER_FAILED: [500, "error"],
  TRANSFORM_FAILED: [500, "error"],
  DRAINING: [503, "warn", CLOSE],
  NOT_FOUND: [404, "warn"],
  METHOD_NOT_ALLOWED: [405, "warn", { allow: "POST" }],
  UNSUPPORTED_MEDIA_TYPE: [415, "warn", { accept: "a/b" }],
  HEADER_MISSING: [400, "warn"],
  HEADER_REPEATED: [400, "warn"],
};

describe("[C.16] the answer to a fault", () => {
  it.each(Object.keys(CODES) as HttpErrorCode[])("%s has its status, and one line", (code) => {
    const [status, level, more] = CODES[code];
    const { log, entries } = createRecorder();
    const thrown = [new Error("a"), "b"];
    const fault: RequestFault = { code, subject: "a/b", name: "c.d" };
    const answer = answerFault(log, 'id"1', fault, thrown);
    // The answer for an unknown tenant is that for a wrong signature, so that nobody learns which tenants exist.
    const shown = code === "SECRET_NOT_FOUND" ? { code: "SIGNATURE_MISMATCH" as const } : fault;
    const error = describeErrorCode(shown.code, shown.subject, shown.name);
    const delivery = status === 500 ? { delivery: 'id"1' } : {};
    expect(answer).toEqual(answerOf(status, { error, code: shown.code, ...delivery }, more));
    const line = `Delivery "id\\"1": ${code}. ${describeErrorCode(code, "a/b", "c.d")}`;
    expect(entries).toEqual([{ level, data: [line, ...(level === "error" ? thrown : [])] }]);
  });

  it("says where a delivery has no id", () => {
    const { log, text } = createRecorder();
    answerFault(log, "", { code: "HEADER_MISSING", subject: "x-id" });
    expect(text()).toEqual([
      "Delivery without an id: HEADER_MISSING. x-id: The header is missing or empty.",
    ]);
  });

  it("has an id only if the receiver has failed", () => {
    const { log } = createRecorder();
    const { body } = answerFault(log, "", { code: "HANDLER_FAILED" });
    expect(JSON.parse(body)).toEqual({
      error: "A handler failed.",
      code: "HANDLER_FAILED",
      delivery: "",
    });
    expect(JSON.parse(createErrorAnswer({ code: "NOT_FOUND" }).body)).toEqual({
      error: "Not found.",
      code: "NOT_FOUND",
    });
  });

  it("is of ASCII, whose length is its size", () => {
    const { headers, body } = createErrorAnswer({ code: "HANDLER_FAILED" }, "é🎉");
    expect(body).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(body)).toMatchObject({ delivery: "é🎉" });
    expect(headers["content-length"]).toBe(String(body.length));
  });

  it("may close the connection, and is left as it was", () => {
    expect(closeAfter(OK)).toEqual({ ...OK, headers: { ...OK.headers, ...CLOSE } });
    expect(OK.headers).not.toHaveProperty("connection");
  });

  it.each([
    ["ok", 200, OK, "ok\n"],
    ["still processing", 202, STILL_PROCESSING, "still processing\n"],
  ] as const)("is otherwise %s", (_, status, answer, body) => {
    expect(answer).toEqual({
      status,
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-length": String(body.length),
        "x-content-type-options": "nosniff",
      },
      body,
    });
  });
});

describe("[C.13] the fault in an error", () => {
  const event = { id: "1", name: "note", payload: undefined };
  const aggregate = (properties: object) => Object.assign(new AggregateError([]), properties);

  it.each<[what: string, error: unknown, fault: RequestFault]>([
    [
      "a toolkit's",
      new WebhookAggregateError("INVALID_PAYLOAD", "", event, []),
      { code: "INVALID_PAYLOAD", name: "note" },
    ],
    [
      "another copy's",
      aggregate({ code: "SIGNATURE_MISMATCH", event }),
      { code: "SIGNATURE_MISMATCH", name: "note" },
    ],
    ["one without an event", aggregate({ code: "DRAINING" }), { code: "DRAINING", name: "" }],
    [
      "one with a name that is no text",
      aggregate({ code: "DRAINING", event: { name: 1 } }),
      { code: "DRAINING", name: "" },
    ],
    ["an unknown code", aggregate({ code: "toString", event }), { code: "HANDLER_FAILED" }],
    ["no code", aggregate({}), { code: "HANDLER_FAILED" }],
    ["one error", new WebhookError("DRAINING", "", event), { code: "HANDLER_FAILED" }],
    ["a property that throws", createThrowing(), { code: "HANDLER_FAILED" }],
    ["null", null, { code: "HANDLER_FAILED" }],
    ["text", "x", { code: "HANDLER_FAILED" }],
  ])("is read from %s", (_, error, fault) => {
    expect(readFault(error)).toEqual(fault);
  });
});

/** An answer of JSON. */
function answerOf(status: number, body: object, more?: object): Answer {
  const text = JSON.stringify(body);
  return {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(text.length),
      "x-content-type-options": "nosniff",
      ...more,
    },
    body: text,
  };
}

/** An error whose code cannot be read. */
function createThrowing(): AggregateError {
  return Object.defineProperty(new AggregateError([]), "code", {
    get() {
      throw new Error("no code");
    },
  });
}
