/** Options of a relay server: defaults, and mistakes. */
import { describe, expect, it } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import {
  readRelayServerSettings,
  type RelayServerOptions,
} from "../../../src/relay/server/options.js";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";

const MIB = 1024 * 1024;

describe("options of a relay server", () => {
  const read = (options: object) => readRelayServerSettings(options);

  it.each<[authorization: string | null, isAllowed: boolean]>([
    ["Bearer s3cret", true],
    ["bearer s3cret", true],
    ["BEARER   s3cret", true],
    [null, false],
    ["", false],
    ["s3cret", false],
    ["Bearers3cret", false],
    ["xBearer s3cret", false],
    ["Bearer s3cret ", false],
    ["Bearer S3CRET", false],
    ["Bearer bearer s3cret", false],
  ])("[D.11] a token allows %j: %j", (authorization, isAllowed) => {
    expect(read({ token: "s3cret" }).isAllowed(authorization)).toBe(isAllowed);
    expect(read({}).isAllowed(authorization)).toBe(true);
  });

  it.each(["", " a", "a ", "a\n", "\na", "é", 7, null])("[D.18] %j is no token", (token) => {
    expect(() => read({ token })).toThrow(/^`token` is .*; expected text of visible ASCII/);
  });

  it.each<[name: string, isChannel: boolean]>([
    ["0123456789abcdef0123456789abcdef", true],
    ["0123456789ABCDEF0123456789ABCDEF", false],
    ["x0123456789abcdef0123456789abcdef", false],
    ["0123456789abcdef0123456789abcdefx", false],
    ["g123456789abcdef0123456789abcdef", false],
    ["acme", false],
  ])("[D.11] %j is a random name: %j", (name, isChannel) => {
    expect(read({}).isChannel(name)).toBe(isChannel);
  });

  const expected = "expected 1 to 256 letters, digits and `-._~`.";
  it.each<[name: unknown, message: string | undefined]>([
    ["a", undefined],
    ["A-z_0.9~", undefined],
    ["...", undefined],
    ["a.", undefined],
    [".a", undefined],
    ["x".repeat(256), undefined],
    [".", `A name in \`channels\` is "."; ${expected}`],
    ["..", `A name in \`channels\` is ".."; ${expected}`],
    ["a b", `A name in \`channels\` is "a b"; ${expected}`],
    ["/a", `A name in \`channels\` is "/a"; ${expected}`],
    ["a/", `A name in \`channels\` is "a/"; ${expected}`],
    ["", `A name in \`channels\` is an empty string; ${expected}`],
    [7, `A name in \`channels\` is a number; ${expected}`],
  ])("[D.11] %j is a name for a list, or refused", (name, message) => {
    if (message === undefined) {
      const { isChannel } = read({ channels: [name] });
      expect([isChannel(String(name)), isChannel("other")]).toEqual([true, false]);
    } else expect(() => read({ channels: ["good", name] })).toThrow(new TypeError(message));
  });

  it("[D.18] are all taken", () => {
    const store = openMemoryRelayStore();
    const numbers = { heartbeat: 1, maxBodySize: 2, maxBytesAtOnce: 3, bodyTimeout: 4 };
    const more = { stallTimeout: 5, maxFollowers: 6, token: "t" };
    expect(read({ store, ...numbers, ...more })).toMatchObject({ ...numbers, ...more });
    expect(read({ store }).store).toBe(store);
    expect(read({}).token).toBeUndefined();
  });

  it.each(["open", "append", "next", "previous", "readPiece", "state", "close"])(
    "[D.18] a store has `%s`",
    (name) => {
      const store = openMemoryRelayStore();
      Object.defineProperty(store, name, { value: undefined });
      expect(() => read({ store })).toThrow(/^`store` is .*`openMemoryRelayStore\(\)`/);
    },
  );

  it("[D.18] have defaults", () => {
    const limits = { maxBodySize: 25 * MIB, maxBytesAtOnce: 256 * MIB };
    const times = { heartbeat: 5_000, bodyTimeout: 30_000, stallTimeout: 60_000 };
    expect(readRelayServerSettings({})).toMatchObject({ ...limits, ...times, maxFollowers: 5_000 });
    const maxBodySize = 300 * MIB;
    expect(readRelayServerSettings({ maxBodySize })).toMatchObject({ maxBytesAtOnce: maxBodySize });
    expect(readRelayServerSettings({ maxBodySize: 1 })).toMatchObject({
      maxBytesAtOnce: 256 * MIB,
    });
  });

  it.each<[string, object]>([
    ["store", { store: {} }],
    ["store", { store: null }],
    ["channels", { channels: "acme" }],
    ["channels", { channels: [""] }],
    ["channels", { channels: ["a/b"] }],
    ["channels", { channels: [".."] }],
    ["token", { token: "" }],
    ["token", { token: "a b" }],
    ["token", { token: 7 }],
    ["log", { log: 7 }],
  ])("[D.18] refuse %s: %j", (name, options) => {
    expect(() => createRelayServer(options as RelayServerOptions)).toThrow(TypeError);
    expect(() => createRelayServer(options as RelayServerOptions)).toThrow(name);
  });

  it.each([
    "heartbeat",
    "maxBodySize",
    "maxBytesAtOnce",
    "bodyTimeout",
    "stallTimeout",
    "maxFollowers",
  ])("[D.18] refuse a number out of range: %s", (name) => {
    for (const value of [0, 1.5, 2 ** 31])
      expect(() => createRelayServer({ [name]: value })).toThrow(RangeError);
  });
});
