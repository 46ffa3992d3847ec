import { describe, expect, it } from "vitest";
import { connectRelay } from "../../src/relay/connect-relay.js";
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
  ])("[D.bounds] refuses %j as webhooks", (webhooks) => {
    const connect = () => connectUntyped(webhooks, { url });
    expect(connect).toThrow(TypeError);
    expect(connect).toThrow(/the first argument.*expected a webhooks instance/i);
  });

  it.each([undefined, null, url, 5])("[D.bounds] refuses %j as options", (options) => {
    const connect = () => connectUntyped(receiver, options);
    expect(connect).toThrow(TypeError);
    expect(connect).toThrow(/the options.*expected an object with a `url`/i);
  });

  const wrong: readonly [object, RegExp][] = [
    [{ url: undefined }, /undefined.*`url`|`url`.*undefined/i],
    [{ url: 5 }, /`url`.*an http: or https: URL/],
    [{ url: "" }, /`url` is an empty string/],
    [{ url: "/channel" }, /`url` is not an absolute URL/],
    [{ url: "ftp://x/" }, /scheme of `url` is "ftp:"/],
    [{ url: "http://name:private@x/" }, /`url` is a URL with credentials/],
    [{ forwardTo: null }, /`forwardTo`.*an http: or https: URL/],
    [{ log: null }, /`log`.*an object/],
    [{ log: "console" }, /`log`.*an object/],
    [{ log: { warn: "console" } }, /`log\.warn`.*a function/],
    [{ signal: {} }, /`signal`.*an AbortSignal/],
    [{ signal: null }, /`signal`.*an AbortSignal/],
    [{ fetch: "fetch" }, /`fetch`.*a function/],
    [{ onStateChange: {} }, /`onStateChange`.*a function/],
    [{ headers: "authorization" }, /`headers`.*an object of strings/],
    [{ headers: [["a", "b"]] }, /`headers`.*an object of strings/],
    [{ headers: { authorization: undefined } }, /"authorization".*a string/],
    [{ headers: { authorization: "private\nprivate" } }, /"authorization".*cannot be sent/],
    [{ headers: { "a b": "private" } }, /"a b".*cannot be sent/],
    [{ idleTimeout: "5" }, /`idleTimeout`.*an integer from 1 to 2147483647/],
    [{ maxMessageSize: null }, /`maxMessageSize`.*an integer from 1024/],
  ];
  it.each(wrong)("[D.bounds] refuses %o, and says what it expects", (options, message) => {
    const connect = () => connectUntyped(receiver, { url, ...options });
    expect(connect).toThrow(TypeError);
    expect(connect).toThrow(message);
    expect(connect).not.toThrow(/private/);
  });

  it("[D.bounds] names a number that is out of range", () => {
    const connect = () => connectUntyped(receiver, { url, minRetryDelay: 10, maxRetryDelay: 9 });
    expect(connect).toThrow(RangeError);
    expect(connect).toThrow("`maxRetryDelay` is 9; expected an integer from 10 to 2147483647.");
  });
});
