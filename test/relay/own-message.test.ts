/** Messages of typewire's own relay, which hold the whole request. */
import { describe, expect, it } from "vitest";
import { parseMessage, type MessageSource } from "../../src/relay/message.js";
import { standardWebhooks } from "../cases/webhooks/services.js";
import { source } from "./stand-in.js";
import { readDelivery } from "./read-delivery.js";

/** Headers of a delivery of the service, with one that only this delivery has. */
const HEADERS = {
  "x-acme-event": "issues",
  "x-acme-delivery": "1",
  "x-hub-signature-256": "s",
  "x-own": "o",
};

describe("parseMessage for a message of this package's own relay", () => {
  it("[D.13] becomes a delivery with all of its headers", () => {
    const message = {
      headers: { ...HEADERS, host: "h" },
      rawBody: "{}",
      method: "PUT",
      path: "/x",
    };
    expect(parseMessage(JSON.stringify(message), source)).toEqual({
      kind: "delivery",
      delivery: {
        id: "1",
        name: "issues",
        payload: "{}",
        method: "PUT",
        headers: HEADERS,
        received: { id: "1", name: "issues", signature: "s" },
      },
    });
  });

  it("[D.13] becomes a delivery that is verified by all of its headers, if the service needs them", () => {
    const { catalog, parts } = standardWebhooks;
    const changes = { catalog, parts, publicUrl: "https://a.example/b" };
    const headers = { "svix-id": "msg_1", "x-own": "o" };
    expect(readOwn({ headers, method: "PUT", query: "c" }, changes)).toEqual({
      id: "msg_1",
      name: "",
      payload: "{}",
      method: "PUT",
      headers,
      received: { headers, method: "PUT", url: "https://a.example/b?c" },
    });
    expect(readOwn({ headers }, { catalog, parts })).toMatchObject({
      received: { url: undefined },
    });
  });

  it("[D.13] may lack what a tool shows all the same", () => {
    expect(readOwn({ headers: {} })).toEqual({
      id: "",
      name: "",
      payload: "{}",
      method: "POST",
      headers: {},
      received: { id: "", name: "", signature: "" },
    });
  });

  it.each<[message: object, payload: string | readonly number[] | undefined]>([
    [{ rawBody: "" }, ""],
    [{ rawBody: "a", rawBodyBase64: "/w==" }, "a"],
    [{ rawBody: undefined, rawBodyBase64: "/wA=" }, [255, 0]],
    [{ rawBody: undefined, rawBodyBase64: "" }, []],
    [{ rawBody: undefined, rawBodyBase64: "é" }, undefined],
    [{ rawBody: undefined, rawBodyBase64: 7 }, undefined],
    [{ rawBody: 7 }, undefined],
    [{ rawBody: undefined, body: {} }, undefined],
  ])("[D.13] has the bytes of %j", (changes, payload) => {
    const message = JSON.stringify({ headers: HEADERS, rawBody: "{}", ...changes });
    const result = parseMessage(message, source);
    if (payload === undefined) {
      const fault = 'expected the body under "rawBody" or "rawBodyBase64"';
      expect(result).toEqual({ kind: "fault", fault });
      return;
    }
    const received = result.kind === "delivery" ? result.delivery.payload : undefined;
    expect(typeof received === "string" ? received : [...(received ?? [])]).toEqual(payload);
  });

  it.each<[event: string | undefined, isShowing: boolean, isTaken: boolean]>([
    ["issues", false, true],
    [undefined, false, false],
    ["a b", false, false],
    ["issues.opened", false, false],
    ["*", false, false],
    [undefined, true, true],
    ["issues.opened", true, true],
  ])("[D.5] with the event %j, for a tool that shows all: %j", (event, isShowing, isTaken) => {
    const message = JSON.stringify({
      headers: { ...HEADERS, "x-acme-event": event },
      rawBody: "{}",
    });
    expect(parseMessage(message, { ...source, isShowing })).toMatchObject(
      isTaken
        ? { kind: "delivery", delivery: { name: event ?? "" } }
        : { kind: "fault", fault: 'expected an event name under "x-acme-event"' },
    );
  });

  it.each([
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
    "accept-encoding",
    "content-length",
    "authorization",
    "cookie",
    "cookie2",
    "proxy-authorization",
    "proxy-x",
    "forwarded",
    "via",
    "x-forwarded",
    "x-forwarded-for",
    "x-real-ip",
  ])("[D.7] forwards no header %s, unless it has the signature", (name) => {
    expect(listHeaders({ [name]: "x" })).toEqual([]);
    const { parts } = source;
    const scheme = { ...parts.scheme, header: name };
    expect(listHeaders({ [name]: "x" }, { parts: { ...parts, scheme } })).toEqual([name]);
  });

  it.each([
    "x-host",
    "hosting",
    "accept",
    "content-type",
    "user-agent",
    "cookies",
    "cookie3",
    "my-proxy-x",
    "not-forwarded",
    "x-forwardedness",
    "x-via",
    "viaduct",
    "x-real-ip-x",
    "ten",
    "x-te",
    "expects",
    "trailers",
    "upgrades",
    "content-lengths",
  ])("[D.7] forwards the header %s", (name) => {
    expect(listHeaders({ [name]: "x" })).toEqual([name]);
  });

  it.each<[what: string, name: string, value: unknown, isKept: boolean]>([
    ["64 KiB", "a", "x".repeat(65_536), true],
    ["more than 64 KiB", "a", "x".repeat(65_537), false],
    ["no text", "a", "", true],
    ["a tab within", "a", "x\ty", true],
    ["a space before", "a", " x", false],
    ["a space behind", "a", "x ", false],
    ["a line end", "a", "x\r\ny", false],
    ["a byte beyond ASCII", "a", "\xff", true],
    ["a character that is no byte", "a", "\u0100", false],
    ["a number", "a", 7, false],
    ["a name in capitals", "A", "x", false],
    ["a name with a space", "a b", "x", false],
    ["a name with a line end", "a\n", "x", false],
  ])("[D.7] judges a header by its bytes: %s", (_, name, value, isKept) => {
    expect(listHeaders({ [name]: value })).toEqual(isKept ? [name] : []);
  });

  it.each([
    ["POST", "POST"],
    ["PUT", "PUT"],
    ["PATCH", "PATCH"],
    ["DELETE", "DELETE"],
    ["GET", "POST"],
    ["put", "POST"],
    ["XPUT", "POST"],
    ["PUTX", "POST"],
    [7, "POST"],
  ])("[D.7] forwards the method %j as %s", (method, expected) => {
    expect(readOwn({ method }).method).toBe(expected);
  });

  it.each([
    ["https://a.example/hooks", {}, "https://a.example/hooks"],
    ["https://a.example/hooks/", {}, "https://a.example/hooks/"],
    ["https://a.example/hooks", { path: "/x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks/", { path: "/x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks/", { path: "x" }, "https://a.example/hooks/x"],
    ["https://a.example/hooks", { query: "a=1" }, "https://a.example/hooks?a=1"],
    ["https://a.example/hooks", { path: "/x", query: "a" }, "https://a.example/hooks/x?a"],
    ["https://a.example/hooks", { path: 7, query: 7 }, "https://a.example/hooks"],
  ])("[D.4] joins the URL of %s and %j", (publicUrl, message, url) => {
    const { catalog, parts } = standardWebhooks;
    expect(readOwn(message, { catalog, parts, publicUrl }).received).toMatchObject({ url });
  });
});

/** Reads a message for a tool, which shows whatever can be read of it. */
function readOwn(message: object, changes: Partial<MessageSource> = {}) {
  const text = JSON.stringify({ headers: {}, rawBody: "{}", ...message });
  return readDelivery(text, { ...source, isShowing: true, ...changes });
}

/** Names of the headers that are kept. */
function listHeaders(headers: object, changes?: Partial<MessageSource>): readonly string[] {
  return Object.keys(readOwn({ headers }, changes).headers);
}
