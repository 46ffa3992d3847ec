/** Options of a relay server: defaults, and mistakes. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMemoryRelayStore } from "../../../src/relay/server/memory-store.js";
import { readRelayServerSettings } from "../../../src/relay/server/options.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
});
