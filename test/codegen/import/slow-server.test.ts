/** The server of a description that is slow, or that stops sending. */
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readDescription } from "../../../codegen/files/read-description.js";
import { describeApi } from "../../cases/codegen/import/describe.js";

const ADDRESS = "https://acme.example/api.json";

/** Prints nothing. */
const SILENT = { out: () => undefined, err: () => undefined };

describe("a server", () => {
  afterEach(() => vi.useRealTimers());

  it.each<[when: string, answer: (started: () => void) => Promise<Response>]>([
    ["before it answers", (started) => (started(), new Promise(() => undefined))],
    [
      "in the middle of a description",
      (started) => {
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(Buffer.from("{")),
          pull: () => (started(), new Promise<void>(() => undefined)),
        });
        return Promise.resolve(new Response(stream));
      },
    ],
  ])("that stops sending %s is not waited for without end", async (_, answer) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let begin: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begin = resolve));
    const fetch = () => answer(() => begin());
    const result = readDescription(ADDRESS, { ...SILENT, fetch });
    const outcome = expect(result).rejects.toThrow(
      `${ADDRESS} has sent nothing for 30 seconds. Download the description`,
    );
    await started;
    await vi.advanceTimersByTimeAsync(30_000);
    await outcome;
  });

  it("may be slow as long as it sends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const text = describeApi({ paths: {} });
    const parts = Readable.from(text.match(/.{1,20}/g) ?? []);
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part: unknown = (await parts.iterator().next()).value;
        await vi.advanceTimersByTimeAsync(20_000);
        if (typeof part === "string") controller.enqueue(Buffer.from(part));
        else controller.close();
      },
    });
    const fetch = () => Promise.resolve(new Response(slow));
    const { root } = await readDescription(ADDRESS, { ...SILENT, fetch });
    expect(root["openapi"]).toBe("3.1.0");
  });
});
