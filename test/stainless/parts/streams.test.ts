/** Streams of a class that Stainless made, by themselves (contract I.11). */
import { describe, expect, it } from "vitest";
import { Stream } from "../../../src/stainless/stream.js";
import { collect } from "../../client/collect.js";

describe("[I.11] a stream of items", () => {
  const whole = ["gives 1", "gives 2", "gives 3", "ends"];

  it("is read once, to its end, and is not aborted then", async () => {
    const { stream, calls } = create();
    expect(calls).toEqual([]);
    expect(await collect(stream)).toEqual([1, 2, 3]);
    expect(calls).toEqual(whole);
    await expect(collect(stream)).rejects.toThrow(
      new Error(
        "The stream is consumed; expected an unread one. Call `tee()` to read the items twice.",
      ),
    );
    expect(calls).toEqual(whole);
  });

  it("is aborted by a loop that ends before", async () => {
    const { stream, calls } = create();
    for await (const item of stream) if (item === 2) break;
    expect(calls).toEqual(["gives 1", "gives 2", "ends", "aborted"]);
  });

  it("is aborted by its own error", async () => {
    const controller = new AbortController();
    async function* iterate(): AsyncGenerator<number> {
      throw await Promise.resolve(new Error("lost"));
    }
    await expect(collect(new Stream(iterate, controller))).rejects.toThrow("lost");
    expect(controller.signal.aborted).toBe(true);
  });

  it("has branches that are read at any pace, each item asked for once", async () => {
    const { stream, calls } = create(String);
    const [left, right] = stream.tee();
    const ahead = left[Symbol.asyncIterator]();
    expect([await ahead.next(), await ahead.next()]).toEqual([
      { done: false, value: 1 },
      { done: false, value: 2 },
    ]);
    expect(calls).toEqual(["gives 1", "gives 2"]);
    const behind = right[Symbol.asyncIterator]();
    expect(await behind.next()).toEqual({ done: false, value: 1 });
    expect(calls).toEqual(["gives 1", "gives 2"]);
    for (const rest of [behind.next(), behind.next(), behind.next(), ahead.next(), ahead.next()])
      await rest;
    expect(calls).toEqual(whole);
    expect(left.controller).toBe(stream.controller);
    expect(right.controller).toBe(stream.controller);
    await expect(collect(stream)).rejects.toThrow("The stream is consumed");
  });

  it("has lines of JSON, which its own function writes, also in its branches", async () => {
    const write = (item: unknown) => `<${String(item)}é>`;
    expect(await new Response(create(write).stream.toReadableStream()).text()).toBe(
      "<1é>\n<2é>\n<3é>\n",
    );
    const [left] = create(write).stream.tee();
    expect(await new Response(left.toReadableStream()).text()).toBe("<1é>\n<2é>\n<3é>\n");
    expect(await new Response(create().stream.toReadableStream()).text()).toBe("1\n2\n3\n");
  });

  it("ends with the readable stream that is cancelled", async () => {
    const { stream, calls } = create();
    const reader = stream.toReadableStream().getReader();
    await reader.read();
    await reader.cancel();
    expect(calls.slice(-2)).toEqual(["ends", "aborted"]);
  });
});

function create(stringify?: (item: unknown) => string) {
  const calls: string[] = [];
  const controller = new AbortController();
  controller.signal.onabort = () => calls.push("aborted");
  async function* iterate() {
    try {
      for (const item of [1, 2, 3]) {
        calls.push(`gives ${item}`);
        yield await Promise.resolve(item);
      }
    } finally {
      calls.push("ends");
    }
  }
  return { stream: new Stream<number>(iterate, controller, stringify), calls };
}
