/** Bodies at the edge of JSON: those that are handled, and those that are refused. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { request } from "../../http/requests.js";
import { jsonCases } from "./json-cases.js";

watchProcess();

const lines: Line[] = [];

beforeAll(async () => {
  for (const name of names) {
    const receiver = await startReceiver(name);
    lines.push({ name, receiver, client: receiver.connect() });
  }
});

afterAll(async () => {
  for (const { receiver } of lines) await receiver.expectNothingLeft();
  for (const { receiver } of lines) await receiver.close();
});

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A comparison that recurses, as the platform's does, cannot look into a deep value. */
const COMPARABLE = 20_000;

describe("http: json", () => {
  it.each(jsonCases.map((jsonCase) => [jsonCase.title, jsonCase] as const))(
    "%s",
    async (_, { title, body, isJson }) => {
      const parsed = parse(body);
      if (isJson !== undefined) expect(parsed !== undefined).toBe(isJson);
      const isAccepted = isObject(parsed?.value);
      const answers = [];
      for (const { receiver, client } of lines) {
        receiver.received.length = 0;
        void client.write(request(body));
        const answer = await client.answer();
        answers.push([answer?.status, answer?.body]);
        expect(answer?.status).toBe(isAccepted ? 200 : 400);
        expect(receiver.received).toHaveLength(isAccepted ? 1 : 0);
        const [event] = receiver.received as { payload: unknown }[];
        if (event !== undefined && !(title.startsWith("deep") && body.length > COMPARABLE)) {
          expect(isDeepStrictEqual(event.payload, parsed?.value)).toBe(true);
        }
      }
      expect(answers[1]).toEqual(answers[0]);
      if (!isAccepted) expect(answers[0]?.[1]).toContain("INVALID_PAYLOAD");
      expectUnpolluted();
    },
  );

  it("an empty body is refused", async () => {
    for (const { client } of lines) {
      void client.write(request("{}", { "content-length": "0" }).subarray(0, -2));
      expect((await client.answer())?.status).toBe(400);
    }
  });

  it("nothing of a body that is no JSON is in an answer or a log", async () => {
    for (const { receiver, client } of lines) {
      receiver.recorder.entries.length = 0;
      void client.write(request('{"token":"hunter2",'));
      expect((await client.answer())?.body).not.toContain("hunter2");
      expect(receiver.recorder.text().join("")).not.toContain("hunter2");
      expect(receiver.recorder.entries).toHaveLength(1);
    }
  });
});

/** What the platform makes of it; `undefined` when it is no JSON text. */
function parse(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(decoder.decode(body)) as unknown };
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nothing inherits what a payload brought. */
function expectUnpolluted(): void {
  for (const value of [{}, [], () => {}]) expect(value).not.toHaveProperty("polluted");
}

interface Line {
  readonly name: string;
  readonly receiver: Receiver;
  readonly client: RawClient;
}
