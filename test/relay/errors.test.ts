/** Errors of a connection to a relay: `ready` rejects, or the log has them. */
import { describe, expect, expectTypeOf, it } from "vitest";
import * as entry from "../../src/runtime/relay.js";
import {
  isRetried,
  nameReason,
  RelayError,
  toRelayError,
  type RelayErrorCode,
} from "../../src/relay/errors.js";
import { finalAnswers } from "../cases/relay/answers.js";
import { connect, startServer } from "./setup.js";
import { endedStream, openStream, status } from "./stream-server.js";
import { until } from "../until.js";

describe("ready", () => {
  it.each(finalAnswers)(
    "[D.1] [D.9] rejects, and the connection closes, at %s",
    async (_title, code, answer) => {
      const server = await startServer();
      server.answer(answer, openStream);
      const headers = { authorization: "token private" };
      const { relay, recording } = connect({ url: `${server.url}?key=private`, headers });
      const reason = await readReason(relay.ready);
      await relay.closed;
      expect([reason.name, reason.code, relay.state]).toEqual(["RelayError", code, "closed"]);
      expect(server.requests).toHaveLength(1);
      expect(recording.text()).toContain(`error relay: ${code}: ${reason.message} Closed.`);
      expect(`${String(reason.stack)}${recording.text()}`).not.toMatch(/private|\/channel/);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["no content type", {}],
    ['the content type "text/html; charset=utf-8"', { "content-type": "text/html; charset=utf-8" }],
  ])("[D.1] [D.9] says that the answer has %s", async (what, headers) => {
    const server = await startServer();
    server.answer(status(200, headers));
    const { message } = await readReason(connect({ url: server.url }).relay.ready);
    expect(message).toBe(`The relay answered with ${what}; expected text/event-stream.`);
  });

  it.each([
    [204, ", which asks not to connect again"],
    [410, ", which asks not to connect again"],
    [404, "; expected 200"],
  ])("[D.1] [D.9] says what the status %i means", async (code, rest) => {
    const server = await startServer();
    server.answer(status(code));
    const { message } = await readReason(connect({ url: server.url }).relay.ready);
    expect(message).toBe(`The relay answered with status ${code}${rest}.`);
  });

  it.each([408, 425, 429, 500, 502, 503, 504])(
    "[D.1] [D.9] stays pending at %d and resolves at the next good answer",
    async (code) => {
      const server = await startServer();
      server.answer(status(code), openStream);
      const { relay } = connect({ url: server.url });
      await relay.ready;
      expect([relay.state, server.requests.length]).toEqual(["open", 2]);
    },
  );

  it("[D.3] [D.9] rejects when closed before the first connection, with the last failure as the cause", async () => {
    const server = await startServer();
    const { url } = server;
    await server.stop();
    const { relay, recording } = connect({ url });
    await until(() => expect(recording.text()).toContain("RELAY_UNREACHABLE"));
    await relay.close();
    const reason = await readReason(relay.ready);
    expect(reason.code).toBe("RELAY_CLOSED");
    expect(reason.message).toBe("The relay was closed before it was connected.");
    expect(reason.cause).toBeInstanceOf(RelayError);
    expect(reason.cause).toMatchObject({
      code: "RELAY_UNREACHABLE",
      message: "The connection to the relay failed: ECONNREFUSED.",
      cause: { message: "fetch failed" },
    });
  });

  it("[D.2] [D.3] [D.9] has the silence of a server that never answers as the cause", async () => {
    const server = await startServer();
    server.answer(() => undefined);
    const { relay, recording } = connect({ url: server.url, idleTimeout: 20 });
    await until(() => expect(recording.text()).toContain("RELAY_SILENT"));
    await relay.close();
    const { cause } = await readReason(relay.ready);
    expect(cause).toMatchObject({ code: "RELAY_SILENT", message: /was silent for 20 ms/ });
  });

  it("[D.3] [D.9] rejects without a cause when nothing failed", async () => {
    const server = await startServer();
    const { relay } = connect({ url: server.url, signal: AbortSignal.abort() });
    const reason = await readReason(relay.ready);
    expect([reason.code, "cause" in reason]).toEqual(["RELAY_CLOSED", false]);
  });

  it("[D.1] [D.9] stays resolved when the connection fails later", async () => {
    const server = await startServer();
    server.answer(endedStream, status(410));
    const { relay } = connect({ url: server.url });
    await relay.closed;
    await expect(relay.ready).resolves.toBeUndefined();
  });
});

describe("the reason of a failed request", () => {
  const withCode = (code: unknown, cause?: unknown) =>
    Object.assign(new TypeError("fetch failed", { cause }), { code });

  it.each<[thrown: unknown, reason: string]>([
    [withCode(undefined, { code: "ECONNREFUSED" }), "ECONNREFUSED"],
    [withCode("OUTER", { code: "INNER" }), "INNER"],
    [withCode("OUTER", { code: 7 }), "OUTER"],
    [withCode("OUTER", null), "OUTER"],
    [withCode("OUTER", "text"), "OUTER"],
    [withCode(7, {}), "TypeError"],
    [new RangeError("private"), "RangeError"],
    ["private", "unknown failure"],
    [{ code: "private" }, "unknown failure"],
  ])("[D.9] is named without its message: %#", (thrown, reason) => {
    expect(nameReason(thrown)).toBe(reason);
    const error = toRelayError(thrown);
    expect(error).toMatchObject({
      name: "RelayError",
      code: "RELAY_UNREACHABLE",
      cause: thrown,
      message: `The connection to the relay failed: ${reason}.`,
    });
    expect(error.docs).toMatch(/#relay_unreachable$|RELAY_UNREACHABLE/i);
    expect(toRelayError(error)).toBe(error);
  });

  it.each<[code: RelayErrorCode, first: boolean, later: boolean]>([
    ["RELAY_UNREACHABLE", true, true],
    ["RELAY_UNAVAILABLE", true, true],
    ["RELAY_SILENT", true, true],
    ["RELAY_ENDED", true, true],
    ["RELAY_REFUSED", false, true],
    ["RELAY_NOT_A_STREAM", false, true],
    ["RELAY_REDIRECTED", false, true],
    ["RELAY_GONE", false, false],
    ["RELAY_CLOSED", false, false],
  ])("[D.1] leads to another attempt or not: %s", (code, first, later) => {
    const error = new RelayError(code, "");
    expect([isRetried(error, false), isRetried(error, true)]).toEqual([first, later]);
  });
});

describe("RelayError", () => {
  it("[D.1] [D.9] is exported together with the type of its codes", () => {
    expect(entry.RelayError).toBe(RelayError);
    expectTypeOf<entry.RelayErrorCode>().toEqualTypeOf<
      | "RELAY_UNREACHABLE"
      | "RELAY_UNAVAILABLE"
      | "RELAY_SILENT"
      | "RELAY_ENDED"
      | "RELAY_REFUSED"
      | "RELAY_NOT_A_STREAM"
      | "RELAY_REDIRECTED"
      | "RELAY_GONE"
      | "RELAY_CLOSED"
    >();
  });
});

/** What `ready` rejects with. */
async function readReason(ready: Promise<void>): Promise<RelayError> {
  const reason = await ready.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (reason instanceof RelayError) return reason;
  throw new Error("expected `ready` to reject with a RelayError", { cause: reason });
}
