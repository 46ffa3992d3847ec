/** Bodies that no handler gets: a long one is checked at its ends alone, so that it need not be parsed. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { sign } from "../../../generated/methods.js";
import type { RawPayload } from "../../../src/receive/signatures/types.js";
import { isLongObject } from "../../../src/receive/webhooks/payload.js";
import { SECRET } from "../../cases/webhooks/acme.js";
import { createWebhooks, failureOf } from "../setup.js";

/** Makes a body with it longer than those that are parsed though no handler gets them. */
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
    ["the other half of a long object", `"${LONG}":1}`],
    ["a long name without quotes", `{${LONG}:1}`],
    ["a long object with a comma at its end", `{"a":"${LONG}",}`],
    ["a byte order mark before a long object", `\ufeff{"a":"${LONG}"}`],
    ["no-break space after a long object", `{"a":"${LONG}"}\u00a0`],
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
    ["a long object with space around it", ` {\n"a":"${LONG}" } \r\n`],
    [
      "a long object with more space before its end than is looked at",
      `{"a":"${LONG}"${" ".repeat(100)}}`,
    ],
    ["a long object with more space after its end", `{"a":"${LONG}"}${" ".repeat(100)}`],
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

/** A body of fewer characters is parsed. */
const LEAST_LENGTH = 4096;

/** Characters at the end that are looked at. */
const TAIL_LENGTH = 64;

describe("a long body, by its first and last characters", () => {
  it.each([
    { what: "text at both ends", text: createText('{"', '"}') },
    {
      what: "space around the brace and before a name",
      text: createText(' \t\n\r{ \t\n\r"', '"}'),
    },
    { what: "an end of the object right after its begin", text: createText("{ }", "1}") },
    { what: "a second end of an object", text: createText("{}", "}}") },
    ...['"', "}", "]", "0", "9", "e", "l", "{"].map((end) => ({
      what: `a value that ends in ${end} and space before the last brace`,
      text: createText('{"', `${end} \t\n\r} \t\n\r`),
    })),
    {
      what: "as much space after it as is looked at",
      text: createText('{"', `"}${" ".repeat(TAIL_LENGTH - 2)}`),
    },
  ])("[B.4] may be an object with $what", ({ text }) => {
    expect(isLongObject(text, text.length)).toBe(true);
  });

  it.each([
    { what: "fewer characters", text: createText('{"', '"}', LEAST_LENGTH - 1) },
    ...[",", ":", "x", "a", "["].map((end) => ({
      what: `${end} before the last brace`,
      text: createText('{"', `${end}}`),
    })),
    { what: "a bracket at its begin", text: createText('["', '"}') },
    { what: "a name without quotes", text: createText("{x", '"}') },
    { what: "a character before the brace", text: createText("x{", '"}') },
    { what: "no brace at its end", text: createText('{"', '"') },
    { what: "a character after the last brace", text: createText('{"', '"}x') },
    {
      what: "more space after it than is looked at",
      text: createText('{"', `"}${" ".repeat(TAIL_LENGTH - 1)}`),
    },
    {
      what: "more space before the last brace than is looked at",
      text: createText('{"', `"${" ".repeat(TAIL_LENGTH - 1)}}`),
    },
  ])("[B.3] cannot be an object with $what", ({ text }) => {
    expect(isLongObject(text, text.length)).toBe(false);
  });
});

function deliver(webhooks: Toolkit, payload: RawPayload, name = "issues") {
  return webhooks.verifyAndReceive({ name, payload, signature: sign(SECRET, payload) });
}

/** A text of a length with this start and this end. */
function createText(start: string, end: string, length = LEAST_LENGTH): string {
  return start + "x".repeat(length - start.length - end.length) + end;
}

type Toolkit = ReturnType<typeof createWebhooks>;
type Listen = (webhooks: Toolkit) => unknown;
