/** Deliveries as a relay reads them from requests, and their pieces as it sends them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodePiece } from "../../../src/relay/server/body-pieces.js";
import {
  joinBytes,
  receiveDelivery,
  type BodyRoom,
  type DeliverySettings,
} from "../../../src/relay/server/delivery.js";

const KIB = 1024;

afterEach(() => void vi.useRealTimers());

const SETTINGS: DeliverySettings = {
  maxBodySize: 100 * KIB,
  bodyTimeout: 1_000,
  token: undefined,
  isAllowed: (authorization) => authorization === "Bearer of-the-relay",
};

describe("a delivery", () => {
  it("[D.10] has the whole request", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 7_000 });
    const headers = { "content-type": "text/x", "x-a": "1" };
    const delivery = await receive({ method: "PUT", headers, body: "é" });
    if (typeof delivery === "string") throw new Error(delivery);
    expect({ ...delivery, head: JSON.parse(delivery.head) as unknown }).toEqual({
      receivedAt: 7_000,
      encoding: "text",
      pieces: [encode("é")],
      size: 2,
      head: { headers, method: "PUT", path: "/below", query: "x=1", receivedAt: 7_000 },
    });
  });

  it("[D.10] may be empty", async () => {
    const empty = { encoding: "text", pieces: [], size: 0 };
    expect(await receive({})).toMatchObject(empty);
    expect(await receive(createBody([]).init)).toMatchObject(empty);
  });

  it.each([
    [10, 10, undefined],
    [10, 11, "PAYLOAD_TOO_LARGE"],
  ])("[D.10] has at most %i bytes: %i", async (maxBodySize, size, fault) => {
    const expected = fault ?? expect.objectContaining({ size });
    const chunks = [new Uint8Array(9), new Uint8Array(size - 9)];
    const counted = createBody(chunks);
    expect(await receive(counted.init, { maxBodySize })).toEqual(expected);
    expect(counted.cancel).toHaveBeenCalledTimes(fault === undefined ? 0 : 1);
    const declared = createBody(chunks);
    const headers = { "content-length": String(size) };
    expect(await receive({ ...declared.init, headers }, { maxBodySize })).toEqual(expected);
    expect(declared.cancel).toHaveBeenCalledTimes(fault === undefined ? 0 : 1);
  });

  it("[D.10] takes room for each chunk", async () => {
    const taken: number[] = [];
    const take = (bytes: number) => taken.push(bytes) < 3;
    const { init, cancel } = createBody([1, 2, 3, 4].map((size) => new Uint8Array(size)));
    expect(await receive(init, {}, { take })).toBe("TOO_MANY_BYTES");
    expect([taken, cancel.mock.calls.length]).toEqual([[1, 2, 3], 1]);
  });

  it("[D.10] ends with its client", async () => {
    const { init } = createBody([encode("a")], "error");
    expect(await receive(init)).toBe("REQUEST_ABORTED");
  });

  it("[D.10] must arrive in time, and leaves no timer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { init, cancel } = createBody([encode("a")], "never");
    let fault: unknown;
    void receive(init).then((received) => (fault = received));
    await vi.advanceTimersByTimeAsync(999);
    expect([fault, cancel.mock.calls.length]).toEqual([undefined, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([fault, cancel.mock.calls.length]).toEqual(["REQUEST_TIMEOUT", 1]);
    await receive({ body: "a" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the headers of a delivery", () => {
  const read = async (headers: Record<string, string>, settings?: Partial<DeliverySettings>) => {
    const delivery = await receive({ headers }, settings);
    if (typeof delivery === "string") throw new Error(delivery);
    return (JSON.parse(delivery.head) as { headers: unknown }).headers;
  };

  it.each<[headers: Record<string, string>, kept: object]>([
    [{ "x-a": "1", cookie: "2" }, { "x-a": "1" }],
    [
      { connection: "close, X-A\tx-b  x-c", "x-a": "1", "x-b": "2", "x-c": "3", "x-d": "4" },
      { "x-d": "4" },
    ],
    [{ authorization: "Bearer of-the-relay" }, { authorization: "Bearer of-the-relay" }],
  ])("[D.15] are those of %j that belong to it", async (headers, kept) => {
    expect(await read(headers)).toEqual(kept);
  });

  it.each<[header: string, value: string, isKept: boolean]>([
    ["authorization", "Bearer of-the-relay", false],
    ["authorization", "Bearer other", true],
    ["x-authorization", "Bearer of-the-relay", true],
  ])("[D.15] do not have the relay's own token: %s: %s", async (name, value, isKept) => {
    const headers = await read({ [name]: value }, { token: "of-the-relay" });
    expect(headers).toEqual(isKept ? { [name]: value } : {});
  });
});

describe("the pieces of a body", () => {
  const cut = async (body: Uint8Array<ArrayBuffer>) => {
    const delivery = await receive({ body });
    if (typeof delivery === "string") throw new Error(delivery);
    const { encoding, pieces } = delivery;
    const encoded = pieces.map((piece) => encodePiece(piece, encoding)).join("");
    expect(Buffer.from(joinBytes(pieces)).equals(body)).toBe(true);
    return { encoding, encoded, lengths: pieces.map(({ length }) => length) };
  };
  const PIECE = 24 * KIB;

  it.each<[what: string, text: string, lengths: readonly number[]]>([
    ["one", "x".repeat(PIECE), [PIECE]],
    ["two", "x".repeat(PIECE + 1), [PIECE, 1]],
    ["three", "x".repeat(2 * PIECE + 5), [PIECE, PIECE, 5]],
    ["a character of two bytes", `x${"é".repeat(PIECE / 2)}`, [PIECE - 1, 2]],
    ["a character of three bytes", `x${"漢".repeat(PIECE / 3)}`, [PIECE - 2, 3]],
    ["a character of four bytes", `xxx${"😀".repeat(PIECE / 4)}`, [PIECE - 1, 4]],
    ["a byte order mark", "\uFEFFa", [4]],
    ["escapes", '"\\\n\u2028 and more that needs no escape', [36]],
  ])("[D.13] divide no character: %s", async (_, text, lengths) => {
    expect(await cut(encode(text))).toEqual({
      encoding: "text",
      lengths,
      encoded: JSON.stringify(text).slice(1, -1),
    });
  });

  it.each([PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 2])(
    "[D.13] of %i bytes join to the same base64",
    async (size) => {
      const body = new Uint8Array(size).fill(0xbf);
      const { encoding, encoded, lengths } = await cut(body);
      expect([encoding, lengths[0]]).toEqual(["base64", Math.min(size, PIECE)]);
      expect(encoded).toBe(Buffer.from(body).toString("base64"));
    },
  );
});

function receive(
  init: RequestInit & { readonly duplex?: "half" },
  settings: Partial<DeliverySettings> = {},
  room: BodyRoom = { take: () => true },
) {
  const request = new Request("http://relay.example/a", { method: "POST", ...init });
  const place = { path: "/below", query: "x=1" };
  return receiveDelivery(request, place, { ...SETTINGS, ...settings }, room);
}

/** A body of these chunks, which never ends unless it is told to; notes that it was cancelled. */
function createBody(chunks: readonly Uint8Array[], end: "close" | "error" | "never" = "close") {
  const cancel = vi.fn();
  const waiting = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = waiting.shift();
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (end === "close") controller.close();
        else if (end === "error") controller.error(new Error("gone"));
        else return new Promise<void>(() => undefined);
        return undefined;
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return { init: { body, duplex: "half" as const }, cancel };
}

function encode(text: string) {
  return new TextEncoder().encode(text);
}
