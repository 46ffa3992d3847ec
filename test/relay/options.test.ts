import { describe, expect, it } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
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

  const wrong: readonly [object, RegExp][] = [
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
  ];
  it.each(wrong)("[D.6] [D.8] refuses %o, and says what it expects", (options, message) => {
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

  it("[D.6] [D.8] names a number that is out of range", () => {
    const call = () => connectUntyped(receiver, { url, minRetryDelay: 10, maxRetryDelay: 9 });
    expect(call).toThrow(RangeError);
    expect(call).toThrow("`maxRetryDelay` is 9; expected an integer from 10 to 2147483647.");
  });
});

it("[D.6] [D.8] options have defaults, which agree with others that are given", () => {
  const defaults = {
    ...{ minRetryDelay: 1_000, maxRetryDelay: 30_000, maxMessageSize: 41_943_040 },
    ...{ forwardAttempts: 5, forwardTimeout: 30_000, lastEventId: "" },
    ...{ idleTimeout: undefined, forwardTo: undefined, contentType: "application/json" },
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
