/** The server of a description that is slow, or that stops sending. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readDescription } from "../../../codegen/files/read-description.js";
import { describeApi } from "../../cases/codegen/import/describe.js";
import { createGate } from "../../http/toolkit.js";

const ADDRESS = "https://acme.example/api.json";

/** Prints nothing. */
const SILENT = { out: () => undefined, err: () => undefined };

describe("a server", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());

  it("that never answers is given up after 30 seconds", async () => {
    await expectGivenUp((fallSilent) => {
      fallSilent();
      return never();
    });
  });

  it("that stops in the middle of a description is given up after 30 seconds", async () => {
    await expectGivenUp(async (fallSilent) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from("{")),
        pull() {
          fallSilent();
          return never();
        },
      });
      return new Response(stream);
    });
  });

  it("may be slow as long as it sends", async () => {
    const text = describeApi({ paths: {} });
    const stream = sendEvery(20_000, text.match(/.{1,20}/g) ?? []);
    const fetch = () => Promise.resolve(new Response(stream));
    const { root } = await readDescription(ADDRESS, { ...SILENT, fetch });
    expect(root["openapi"]).toBe("3.1.0");
  });
});

/** @param answer calls its argument when the server has sent all that it ever sends. */
async function expectGivenUp(answer: (fallSilent: () => void) => Promise<Response>): Promise<void> {
  const silence = createGate();
  const fetch = () => answer(silence.open);
  const refused = expect(readDescription(ADDRESS, { ...SILENT, fetch })).rejects.toThrow(
    `${ADDRESS} has sent nothing for 30 seconds. Download the description`,
  );
  await silence.passed;
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
}

/** The fake time passes only while the next part is asked for. */
function sendEvery(pause: number, parts: readonly string[]): ReadableStream<Uint8Array> {
  const left = [...parts];
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await vi.advanceTimersByTimeAsync(pause);
      const part = left.shift();
      if (part === undefined) controller.close();
      else controller.enqueue(Buffer.from(part));
    },
  });
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
