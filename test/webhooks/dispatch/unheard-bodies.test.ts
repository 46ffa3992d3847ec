/** Bodies that no handler gets: a long one is checked at its ends alone, so that it need not be parsed. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { sign } from "../../../generated/methods.js";
import type { RawPayload } from "../../../src/receive/signatures/types.js";
import { isLongObject } from "../../../src/receive/webhooks/payload.js";
import { SECRET } from "../../cases/webhooks/acme.js";
import { createWebhooks, failureOf } from "../setup.js";

/** Long enough that a body with it is not parsed for nobody. */
const LONG = "x".repeat(5000);

/** JSON at both ends, and malformed between them. */
const BROKEN = `{"text":"${LONG}",,"end":1}`;

afterEach(() => vi.restoreAllMocks());

describe("a body whose event no handler listens to", () => {
  it("[B.4] is not parsed if it is long", async () => {
    const webhooks = createWebhooks();
    webhooks.on("push", vi.fn());
    const parse = vi.spyOn(JSON, "parse");
    await deliver(webhooks, BROKEN);
    await deliver(webhooks, new TextEncoder().encode(BROKEN));
    expect(parse).not.toHaveBeenCalled();
  });

  it.each<[string, RawPayload]>([
    ["text", "x"],
    ["nothing but space", " "],
    ["an array", "[{}]"],
    ["half an object", '{"a":1'],
    ["the other half", '"a":1}'],
    ["a name without quotes", "{a:1}"],
    ["a comma at the end", '{"a":1,}'],
    ["a byte order mark", "\ufeff{}"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["long text", LONG],
    ["nothing but a lot of space", " ".repeat(5000)],
    ["a long array", `[{"a":"${LONG}"}]`],
    ["half a long object", `{"a":"${LONG}"`],
    ["the other half of it", `"${LONG}":1}`],
    ["a long name without quotes", `{${LONG}:1}`],
    ["a comma at the end of much", `{"a":"${LONG}",}`],
    ["a byte order mark before much", `\ufeff{"a":"${LONG}"}`],
    ["no-break space after much", `{"a":"${LONG}"}\u00a0`],
    ["many bytes that are not UTF-8", new Uint8Array(5000).fill(0xff)],
  ])("[B.3] is refused if it is %s", async (_, payload) => {
    const error = await failureOf(deliver(createWebhooks(), payload));
    expect(error).toMatchObject({ code: "INVALID_PAYLOAD", status: 400 });
  });

  it.each<[string, RawPayload]>([
    ["an object", "{}"],
    ["a long object", `{"a":"${LONG}"}`],
    ["a long object that ends in a number", `{"a":"${LONG}","b":1e3}`],
    ["a long object that ends in null", `{"a":"${LONG}","b":null }\n`],
    ["a long object that ends in a list", `{"a":"${LONG}","b":[]}`],
    ["space before and after much", ` {\n"a":"${LONG}" } \r\n`],
    ["more space at the end than is looked at", `{"a":"${LONG}"${" ".repeat(100)}}`],
    ["more space after the end", `{"a":"${LONG}"}${" ".repeat(100)}`],
  ])("[B.4] is taken if it is %s", async (_, payload) => {
    await expect(deliver(createWebhooks(), payload)).resolves.toBeUndefined();
  });

  it.each<[string, Listen, string?]>([
    ["a handler of the event", (webhooks) => webhooks.on("issues", vi.fn())],
    ["a handler of an action", (webhooks) => webhooks.on("issues.opened", vi.fn())],
    ["a handler of any event", (webhooks) => webhooks.onAny(vi.fn())],
    ["a handler of failures", (webhooks) => webhooks.onError(vi.fn())],
    [
      "a handler of any event, and one of failures",
      (webhooks) => [webhooks.onAny(vi.fn()), webhooks.onError(vi.fn())],
    ],
    ["a handler of an action with a dot", (webhooks) => webhooks.on("a.b.c", vi.fn()), "a"],
  ])("[B.3] is parsed once there is %s", async (_, listen, name) => {
    const webhooks = createWebhooks({ log: {} });
    listen(webhooks);
    const error = await failureOf(deliver(webhooks, BROKEN, name));
    expect(error.code).toBe("INVALID_PAYLOAD");
  });

  it("[B.4] is not parsed again once the last handler is gone", async () => {
    const webhooks = createWebhooks();
    const removals = [webhooks.on(["issues", "issues.opened"], vi.fn()), webhooks.onAny(vi.fn())];
    for (const remove of removals) remove();
    await expect(deliver(webhooks, BROKEN)).resolves.toBeUndefined();
  });
});

describe("a long body, by its first and last characters", () => {
  it.each<[text: string, mayBeObject: boolean]>([
    [createText('{"', '"}'), true],
    [createText('{"', '"}', 4095), false],
    [createText(' \t\n\r{ \t\n\r"', '"}'), true],
    [createText("{ }", "1}"), true],
    [createText("{}", "}}"), true],
    ...['"', "}", "]", "0", "9", "e", "l", "{"].map((end): [string, boolean] => [
      createText('{"', `${end} \t\n\r} \t\n\r`),
      true,
    ]),
    ...[",", ":", "x", "a", "["].map((end): [string, boolean] => [
      createText('{"', `${end}}`),
      false,
    ]),
    [createText('["', '"}'), false],
    [createText("{x", '"}'), false],
    [createText("x{", '"}'), false],
    [createText('{"', '"'), false],
    [createText('{"', '"}x'), false],
    [createText('{"', `"}${" ".repeat(62)}`), true],
    [createText('{"', `"}${" ".repeat(63)}`), false],
    [createText('{"', `"${" ".repeat(63)}}`), false],
  ])("[B.3] [B.4] may be an object, or cannot be one: %#", (text, mayBeObject) => {
    expect(isLongObject(text, text.length)).toBe(mayBeObject);
  });
});

function deliver(webhooks: Toolkit, payload: RawPayload, name = "issues") {
  return webhooks.verifyAndReceive({ name, payload, signature: sign(SECRET, payload) });
}

/** A text of a length with this start and this end. */
function createText(start: string, end: string, length = 4096): string {
  return start + "x".repeat(length - start.length - end.length) + end;
}

type Toolkit = ReturnType<typeof createWebhooks>;
type Listen = (webhooks: Toolkit) => unknown;
