/** Bodies at the edge of JSON: every implementation takes those that the platform parses to an object, and refuses the others. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { request } from "../../http/requests.js";
import { jsonCases } from "./json-cases.js";

watchProcess();

const connections: Connection[] = [];

beforeAll(async () => {
  for (const name of names) {
    const receiver = await startReceiver(name);
    connections.push({ name, receiver, client: receiver.connect() });
  }
});

afterAll(async () => {
  for (const { receiver } of connections) await receiver.expectNothingLeft();
  for (const { receiver } of connections) await receiver.close();
});

describe("http: json", () => {
  it.each(jsonCases.map((jsonCase) => [jsonCase.title, jsonCase] as const))(
    "%s",
    async (_, { body, isJson, isDeep }) => {
      const parsed = parse(body);
      if (isJson !== undefined) expect(parsed !== undefined).toBe(isJson);
      const isAccepted = isObject(parsed?.value);
      const answers = [];
      for (const { receiver, client } of connections) {
        receiver.received.length = 0;
        void client.write(request(body));
        const answer = await client.answer();
        answers.push([answer?.status, answer?.body]);
        expect(answer?.status).toBe(isAccepted ? 200 : 400);
        expect(receiver.received).toHaveLength(isAccepted ? 1 : 0);
        const [event] = receiver.received as { payload: unknown }[];
        // The comparison recurses, and would exhaust the stack on a deep value.
        if (event !== undefined && isDeep !== true) {
          expect(isDeepStrictEqual(event.payload, parsed?.value)).toBe(true);
        }
      }
      expect(answers[1]).toEqual(answers[0]);
      if (!isAccepted) expect(answers[0]?.[1]).toContain("INVALID_PAYLOAD");
      expectUnpolluted();
    },
  );

  it("an empty body is refused", async () => {
    for (const { client } of connections) {
      void client.write(request("{}", { "content-length": "0" }).subarray(0, -2));
      expect((await client.answer())?.status).toBe(400);
    }
  });

  it("nothing of a body that is no JSON is in an answer or a log", async () => {
    for (const { receiver, client } of connections) {
      receiver.recorder.entries.length = 0;
      void client.write(request('{"token":"hunter2",'));
      expect((await client.answer())?.body).not.toContain("hunter2");
      expect(receiver.recorder.text().join("")).not.toContain("hunter2");
      expect(receiver.recorder.entries).toHaveLength(1);
    }
  });
});

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses a body by the means of the platform; `undefined` if it is no JSON in UTF-8. */
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

/** Expects that no payload has changed a prototype. */
function expectUnpolluted(): void {
  for (const value of [{}, [], () => {}]) expect(value).not.toHaveProperty("polluted");
}

interface Connection {
  readonly name: string;
  readonly receiver: Receiver;
  readonly client: RawClient;
}
