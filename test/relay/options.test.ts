/** Options of `connectRelay`: mistakes, and where a follower begins. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
import { RECEIVER } from "../../src/receive/webhooks/receiver.js";
import { readRelaySettings } from "../../src/relay/options.js";
import { connect, startServer } from "./setup.js";
import { createReceiver, createRecordingLog } from "./stand-in.js";

const url = "http://127.0.0.1:9/channel";
const { receiver } = createReceiver(createRecordingLog());

/** Takes any arguments, as a call from JavaScript does. */
const connectUntyped = connectRelay as (webhooks: unknown, options: unknown) => unknown;

describe("arguments of another type", () => {
  it.each([
    undefined,
    null,
    "webhooks",
    {},
    { verifyAndReceive: () => undefined },
    { catalog: receiver.catalog },
  ])("[D.6] [D.8] refuses %j as webhooks", (webhooks) => {
    const call = () => connectUntyped(webhooks, { url });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/^`webhooks` is .*expected a Webhooks instance/);
  });

  it.each([undefined, null, url, 5])("[D.6] [D.8] refuses %j as options", (options) => {
    const call = () => connectUntyped(receiver, options);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(/the options.*expected an object with a `url`/i);
  });

  it.each<[options: object, message: RegExp]>([
    [{ url: undefined }, /undefined.*`url`|`url`.*undefined/i],
    [{ url: 5 }, /`url`.*an http: or https: URL/],
    [{ url: "" }, /`url` is an empty string/],
    [{ url: "/channel" }, /`url` is not an absolute URL/],
    [{ url: "ftp://x/" }, /scheme of `url` is "ftp:"/],
    [{ url: "http://name:private@x/" }, /`url` is a URL with credentials/],
    [{ forwardTo: null }, /`forwardTo`.*an http: or https: URL/],
    [{ publicUrl: 7 }, /`publicUrl`.*an http: or https: URL/],
    [{ lastEventId: 7 }, /`lastEventId`.*a line/],
    [{ lastEventId: "a\nb" }, /`lastEventId`.*a line/],
    [{ lastEventId: "a", since: 1 }, /Both `lastEventId` and `since`/],
    [{ since: "yesterday" }, /`since`.*milliseconds since 1970/],
    [{ since: new Date(NaN) }, /`since`.*a valid Date/],
    [{ since: -1 }, /`since`.*a valid Date/],
    [{ onHandled: 1 }, /`onHandled`.*a function/],
    [{ log: null }, /`log`.*an object/],
    [{ log: "console" }, /`log`.*an object/],
    [{ log: { warn: "console" } }, /`log\.warn`.*a function/],
    [{ signal: {} }, /`signal`.*an AbortSignal/],
    [{ signal: new EventTarget() }, /`signal`.*an AbortSignal/],
    [{ signal: null }, /`signal`.*an AbortSignal/],
    [{ fetch: "fetch" }, /`fetch`.*a function/],
    [{ onStateChange: {} }, /`onStateChange`.*a function/],
    [{ headers: "authorization" }, /`headers`.*an object of strings/],
    [{ headers: [[5, "b"]] }, /name in `headers`.*a string/],
    [{ headers: ["ab"] }, /name in `headers`.*a string/],
    [{ headers: new Map([["authorization", 5]]) }, /"authorization".*a string/],
    [{ headers: { authorization: undefined } }, /"authorization".*a string/],
    [{ headers: { authorization: "private\nprivate" } }, /"authorization".*cannot be sent/],
    [{ headers: { "a b": "private" } }, /"a b".*cannot be sent/],
    [{ idleTimeout: "5" }, /`idleTimeout`.*an integer from 1 to 2147483647/],
    [{ maxMessageSize: null }, /`maxMessageSize`.*an integer from 1024/],
  ])("[D.6] [D.8] refuses %o, and says what it expects", (options, message) => {
    const call = () => connectUntyped(receiver, { url, ...options });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
    expect(call).not.toThrow(/private/);
  });

  it.each([
    ["an object", { authorization: "token a" }],
    ["Headers", new Headers({ authorization: "token a" })],
    ["pairs", [["authorization", "token a"]]],
    ["another class of headers", new Map([["authorization", "token a"]])],
  ])("[D.1] sends headers given as %s", async (_title, headers) => {
    const server = await startServer();
    // Types allow the first two alone; fetch also takes the others.
    await connect({ url: server.url, headers: headers as Headers }).relay.ready;
    expect(server.requests[0]?.headers.authorization).toBe("token a");
  });

  it.each([
    "ftp://127.0.0.1/x",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "/channel",
    "",
    "http://user:pass@127.0.0.1/secret",
  ])("[D.6] [D.8] refuses the address %j and does not repeat it", (address) => {
    const call = () => connectRelay(receiver, { url: address });
    expect(call).toThrow(TypeError);
    expect(call).not.toThrow(/secret|pass@/);
    expect(() => connectRelay(receiver, { url, forwardTo: address })).toThrow(TypeError);
  });

  it.each([
    { idleTimeout: 0 },
    { idleTimeout: 2 ** 31 },
    { minRetryDelay: Number.NaN },
    { minRetryDelay: 10, maxRetryDelay: 9 },
    { maxMessageSize: 1023 },
    { forwardAttempts: 1.5 },
  ])("[D.6] [D.8] refuses the number of %j", (options) => {
    expect(() => connectRelay(receiver, { url, ...options })).toThrow(RangeError);
  });

  it("[D.6] [D.8] names a number that is out of range", () => {
    const call = () => connectUntyped(receiver, { url, minRetryDelay: 10, maxRetryDelay: 9 });
    expect(call).toThrow(RangeError);
    expect(call).toThrow("`maxRetryDelay` is 9; expected an integer from 10 to 2147483647.");
  });
});

describe("where a follower begins", () => {
  it.each<[options: object, lastEventId: string]>([
    [{}, ""],
    [{ lastEventId: undefined, since: undefined }, ""],
    [{ lastEventId: "" }, ""],
    [{ lastEventId: "a-1" }, "a-1"],
    [{ lastEventId: "é" }, "\xc3\xa9"],
    [{ lastEventId: "x".repeat(1_024) }, "x".repeat(1_024)],
    [{ since: 0 }, "since-0"],
    [{ since: 1_700_000_000_000 }, "since-1700000000000"],
    [{ since: new Date(5) }, "since-5"],
  ])("[D.8] [D.14] is read from %j", (options, lastEventId) => {
    expect(read(options)).toMatchObject({ lastEventId });
  });

  const time = "expected a valid Date, or milliseconds since 1970.";
  it.each<[options: object, message: string]>([
    [{ since: -1 }, `TypeError: \`since\` is a number; ${time}`],
    [{ since: 1.5 }, `TypeError: \`since\` is a number; ${time}`],
    [{ since: 2 ** 53 }, `TypeError: \`since\` is a number; ${time}`],
    [{ since: new Date(NaN) }, `TypeError: \`since\` is an object; ${time}`],
    [{ since: null }, `TypeError: \`since\` is null; ${time}`],
    [
      { lastEventId: "x".repeat(1_025) },
      "TypeError: `lastEventId` is a string; expected a line of at most 1,024 bytes.",
    ],
    [
      { lastEventId: "é".repeat(513) },
      "TypeError: `lastEventId` is a string; expected a line of at most 1,024 bytes.",
    ],
    [
      { lastEventId: "", since: 1 },
      "TypeError: Both `lastEventId` and `since` are given; expected one of them.",
    ],
  ])("[D.8] [D.14] is refused: %#", (options, message) => {
    expect(read(options)).toBe(message);
  });
});

describe("addresses", () => {
  const NAMES = ["url", "publicUrl", "forwardTo"] as const;
  const ADDRESS = new URL("https://a.example/b?c#d");

  it.each(NAMES.flatMap((name) => [ADDRESS, ADDRESS.href].map((value) => ({ name, value }))))(
    "[D.8] are taken as URLs and as text: $name, $value",
    ({ name, value }) => {
      const settings = read({ [name]: value }) as ReturnType<typeof readRelaySettings>;
      const { origin, pathname } = name === "forwardTo" ? new URL(url) : ADDRESS;
      expect(settings.source.publicUrl).toBe(origin + pathname);
      if (name !== "publicUrl") expect(settings[name]).toEqual(ADDRESS);
    },
  );

  const EXPECTED = "expected an http: or https: URL.";
  const CREDENTIALS =
    "is a URL with credentials; expected one without, because fetch refuses them. " +
    "For the relay, pass `headers: { authorization }`.";
  it.each(
    NAMES.flatMap((name) => [
      { name, value: 7, message: `\`${name}\` is a number; ${EXPECTED}` },
      { name, value: "", message: `\`${name}\` is an empty string; ${EXPECTED}` },
      { name, value: "/a", message: `\`${name}\` is not an absolute URL; ${EXPECTED}` },
      {
        name,
        value: "ftp://a/",
        message: `The scheme of \`${name}\` is "ftp:"; expected "http:" or "https:".`,
      },
      ...["http://n@a/", "http://:p@a/", "http://n:p@a/"].map((value) => {
        return { name, value, message: `\`${name}\` ${CREDENTIALS}` };
      }),
    ]),
  )("[D.8] are refused: $name, $value", ({ name, value, message }) => {
    expect(read({ [name]: value })).toBe(`TypeError: ${message}`);
  });
});

describe("numbers", () => {
  it.each([
    ["idleTimeout", 1],
    ["minRetryDelay", 1],
    ["maxRetryDelay", 1_000],
    ["maxMessageSize", 1_024],
    ["forwardAttempts", 1],
    ["forwardTimeout", 1],
  ])("[D.6] [D.8] have limits: %s from %i", (name, least) => {
    for (const value of [least, 2_147_483_647])
      expect(read({ [name]: value })).toMatchObject({ [name]: value });
    const expected = `expected an integer from ${least} to 2147483647.`;
    for (const value of [least - 1, 2_147_483_648, least + 0.5])
      expect(read({ [name]: value })).toBe(`RangeError: \`${name}\` is ${value}; ${expected}`);
    expect(read({ [name]: "5" })).toBe(`TypeError: \`${name}\` is a string; ${expected}`);
  });
});

describe("headers", () => {
  it.each<[headers: unknown, sent: object]>([
    [undefined, {}],
    [{}, {}],
    [
      { A: "1", b: "2" },
      { a: "1", b: "2" },
    ],
    [
      [
        ["a", "1"],
        ["a", "2"],
      ],
      { a: "1, 2" },
    ],
  ])("[D.1] are read from %j", (headers, sent) => {
    const settings = read({ headers }) as ReturnType<typeof readRelaySettings>;
    expect(Object.fromEntries(settings.headers)).toEqual(sent);
  });

  it.each<[headers: unknown, message: string]>([
    [7, "`headers` is a number; expected a Headers instance or an object of strings."],
    [[7], "A name in `headers` is undefined; expected a string."],
    [[["a"]], 'The header "a" of `headers` is undefined; expected a string.'],
    [
      { a: "1\n2" },
      'The header "a" of `headers` cannot be sent; expected a header\'s name and one line of Latin-1 text.',
    ],
  ])("[D.8] are refused: %#", (headers, message) => {
    expect(read({ headers })).toBe(`TypeError: ${message}`);
  });
});

describe("functions", () => {
  it.each(["onHandled", "onStateChange", "fetch"])("[D.8] are checked: %s", (name) => {
    const callback = () => undefined;
    expect(read({ [name]: callback })).toMatchObject({ [name]: callback });
    expect(read({ [name]: 7 })).toBe(`TypeError: \`${name}\` is a number; expected a function.`);
  });

  it("[D.8] of the platform is looked up at each call", async () => {
    const { fetch: send } = readRelaySettings(receiver, { url });
    const fetchOfTest = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("mine"));
    onTestFinished(() => fetchOfTest.mockRestore());
    expect(await (await send(url, { method: "PUT" })).text()).toBe("mine");
    expect(fetchOfTest.mock.calls).toEqual([[url, { method: "PUT" }]]);
  });

  it("[D.4] of a tool gets the delivery, in place of the toolkit's", async () => {
    const delivery = { id: "1" };
    const relayed = {
      id: "1",
      name: "a",
      payload: "{}",
      received: {},
      headers: {},
      method: "POST",
    };
    const receiveRelayed = vi.fn(() => Promise.resolve());
    const tool = { ...receiver, receiveRelayed, [RECEIVER]: () => tool };
    const settings = readRelaySettings(tool, { url });
    await settings.receive(delivery, relayed);
    expect(receiveRelayed.mock.calls).toEqual([[relayed]]);
    expect(settings.source.isShowing).toBe(true);
  });
});

it("[D.6] [D.8] options have defaults, which agree with others that are given", () => {
  const defaults = {
    minRetryDelay: 1_000,
    maxRetryDelay: 30_000,
    maxMessageSize: 41_943_040,
    forwardAttempts: 5,
    forwardTimeout: 30_000,
    lastEventId: "",
    idleTimeout: undefined,
    forwardTo: undefined,
    contentType: "application/json",
  };
  const settings = readRelaySettings(receiver, { url: `${url}?token=1` });
  expect(settings).toMatchObject(defaults);
  expect(settings.source).toMatchObject({ publicUrl: url, isShowing: false });
  const least = { idleTimeout: 1, minRetryDelay: 40_000, maxMessageSize: 1_024 };
  const changed = readRelaySettings(receiver, {
    url,
    publicUrl: "https://a.example/b?c",
    ...least,
  });
  expect(changed).toMatchObject({ ...least, maxRetryDelay: 40_000 });
  expect(changed.source.publicUrl).toBe("https://a.example/b");
});

/** What `readRelaySettings` reads, or the message of its error. */
function read(options: object): unknown {
  try {
    return readRelaySettings(receiver, { url, ...options });
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error;
  }
}
