/** A value that a handler, `transform`, `onError` or the log throws: it is reported once, and does nothing else. */
import { format } from "node:util";
import { describe, expect, it, vi } from "vitest";
import {
  WebhookAggregateError,
  WebhookError,
} from "../../../src/receive/webhooks/webhook-error.js";
import type { Log } from "../../../src/receive/webhooks/types.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import { implementations } from "../../http/implementations.js";
import { post } from "../../http/post.js";
import { listen } from "../../http/server.js";
import { catalog, payload, secret, signature, parts } from "../../http/toolkit.js";
import { observeUnhandled } from "../../webhooks/unhandled.js";
import { sample } from "../../sample.js";
import { thrownValues } from "./thrown-values.js";

const Webhooks = bindWebhooks(catalog, parts);

const delivery = { id: "id-1", name: "note", payload: { action: "created" } };
const signed = { id: "id-1", name: "note", payload, signature: signature(payload) };

/** Functions that fail with a value: at once or later, and with a promise or without. */
const failWith: readonly ((value: unknown) => (...data: unknown[]) => unknown)[] = [
  (value) => () => {
    throw value;
  },
  (value) => () => Promise.reject(value),
  (value) => async () => {
    throw value;
  },
  (value) => async () => {
    await new Promise(setImmediate);
    throw value;
  },
];

const registrations: readonly (readonly [
  title: string,
  register: (toolkit: Toolkit, fail: () => unknown) => unknown,
  failureCount: number,
])[] = [
  ["a handler of the event", (toolkit, fail) => toolkit.on("note", fail), 1],
  ["a handler of the action", (toolkit, fail) => toolkit.on("note.created", fail), 1],
  ["a handler of any event", (toolkit, fail) => toolkit.onAny(fail), 1],
  ["a handler of several names", (toolkit, fail) => toolkit.on(["note", "note.created"], fail), 2],
  [
    "a handler registered twice",
    (toolkit, fail) => [toolkit.on("note", fail), toolkit.on("note", fail)],
    2,
  ],
];

describe.each(thrownValues)("%s", (title, createValue) => {
  it.each(sample(title, registrations, 3, ([, , count]) => count > 1))(
    "from %s",
    async (_, register, count) => {
      for (const createFailing of failWith) {
        const value = createValue();
        const { toolkit, failures, siblings } = createToolkit();
        register(toolkit, createFailing(value));
        const expected = { code: "HANDLER_FAILED", value, count };
        const unhandled = await observeUnhandled(async () => {
          expectFailures(await failureOf(toolkit.receive(delivery)), expected);
          expectReports(failures, expected);
          expect(siblings()).toBe(2);
          expectFailures(await failureOf(toolkit.verifyAndReceive(signed)), expected);
          expect(failures).toHaveLength(count * 2);
          expect(siblings()).toBe(4);
        });
        expect(unhandled).toEqual([]);
      }
    },
  );

  it("from transform", async () => {
    for (const createFailing of failWith) {
      const value = createValue();
      const { toolkit, failures, siblings } = createToolkit({ transform: createFailing(value) });
      const expected = { code: "TRANSFORM_FAILED", value, count: 1 };
      const unhandled = await observeUnhandled(async () => {
        expectFailures(await failureOf(toolkit.receive(delivery)), expected);
        expectReports(failures, expected);
        expect(siblings()).toBe(1); // the handler of onAny gets the event as it came
      });
      expect(unhandled).toEqual([]);
    }
  });

  it("from onError", async () => {
    for (const createFailing of failWith) {
      const value = createValue();
      const logged: unknown[][] = [];
      const { toolkit, failures } = createToolkit({
        log: { error: (...data) => logged.push([...data]) },
      });
      toolkit.onError(createFailing(value));
      toolkit.onError((error) => failures.push(error));
      toolkit.on("note", fail);
      const unhandled = await observeUnhandled(async () => {
        const error = await failureOf(toolkit.receive(delivery));
        expect((error as WebhookAggregateError).errors).toHaveLength(1);
      });
      expect(unhandled).toEqual([]);
      expect(failures).toHaveLength(2); // reported to the onError handlers before it and after it
      expect(logged).toHaveLength(1);
      expect(Object.is(logged[0]?.[1], value)).toBe(true);
    }
  });

  it.each(implementations)("over a socket, by the $name middleware", async ({ create }) => {
    for (const createFailing of failWith) {
      const value = createValue();
      const { toolkit, failures, siblings, logged } = createToolkit();
      toolkit.on("note", createFailing(value));
      const unhandled = await observeUnhandled(async () => {
        const server = await listen(create(toolkit));
        const answer = await post(server.port);
        expect(answer.status).toBe(500);
        expect(JSON.parse(answer.body)).toEqual({
          error: "A handler failed.",
          code: "HANDLER_FAILED",
          delivery: "id-1",
        });
        await Promise.all(server.settled);
        await server.close();
      });
      expect(unhandled).toEqual([]);
      expect(siblings()).toBe(2);
      expectReports(failures, { code: "HANDLER_FAILED", value, count: 1 });
      expect(logged()).toBe(1);
    }
  });

  it.each(implementations)(
    "from every method of the log, by the $name middleware",
    async ({ create }) => {
      for (const createFailing of failWith) {
        const failing = createFailing(createValue());
        const log = { debug: failing, info: failing, warn: failing, error: failing };
        const { toolkit, failures } = createToolkit({ log });
        toolkit.on("no such event", () => undefined); // an unknown name, so that the log gets a warning
        toolkit.onError(fail);
        toolkit.on("note", fail);
        const unhandled = await observeUnhandled(async () => {
          const server = await listen(create(toolkit, { log }));
          expect((await post(server.port)).status).toBe(500);
          expect((await post(server.port, { body: "no JSON" })).status).toBe(400);
          await Promise.all(server.settled);
          await server.close();
        });
        expect(unhandled).toEqual([]);
        expect(failures).toHaveLength(2);
      }
    },
  );

  it("shown on the console, when there is no log", async () => {
    const shown: string[] = [];
    // Formats as the console does, and throws as it would.
    const write = (...data: unknown[]) => void shown.push(format(...data));
    const console = vi.spyOn(globalThis.console, "error").mockImplementation(write);
    try {
      const toolkit = new Webhooks({ secret });
      const value = createValue();
      toolkit.onError(() => {
        throw value;
      });
      toolkit.on("note", fail);
      await failureOf(toolkit.receive(delivery));
    } finally {
      console.mockRestore();
    }
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('An onError handler failed on delivery "id-1" of "note".');
  });
});

describe("a rejected promise", () => {
  it("is reported once when a handler throws it, or rejects with it", async () => {
    const { toolkit, failures } = createToolkit();
    toolkit.on("note", () => {
      throw Promise.reject(new Error("inside"));
    });
    toolkit.on("note", () => Promise.reject(Promise.reject(new Error("inside"))));
    expect(await observeUnhandled(() => failureOf(toolkit.receive(delivery)))).toEqual([]);
    expect(failures).toHaveLength(2);
  });
});

/** A toolkit with two handlers that do not fail, one of them slow. */
function createToolkit({ transform, log }: Options = {}) {
  let [siblings, logged] = [0, 0];
  const failures: unknown[] = [];
  const toolkit = new Webhooks({
    secret,
    transform,
    log: log ?? { warn: () => undefined, error: () => logged++ },
  });
  toolkit.on("note", () => siblings++);
  toolkit.onAny(async () => {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    siblings++;
  });
  toolkit.onError((error) => failures.push(error));
  return { toolkit, failures, siblings: () => siblings, logged: () => logged };
}

function fail(): never {
  throw new Error("a handler");
}

async function failureOf(received: Promise<void>): Promise<unknown> {
  try {
    await received;
    return undefined;
  } catch (error) {
    // Always one of the toolkit's errors, so that a promise may resolve to it: a thrown value may have a `then`.
    return error;
  }
}

function expectFailures(error: unknown, { code, value, count }: ExpectedFailures): void {
  expect(error).toBeInstanceOf(WebhookAggregateError);
  const { code: actual, status, errors } = error as WebhookAggregateError;
  expect([actual, status, errors.length]).toEqual([code, 500, count]);
  // No matcher compares the values: it would read their properties, which may throw.
  expect(errors.every((thrown) => Object.is(thrown, value))).toBe(true);
}

function expectReports(reports: readonly unknown[], { code, value, count }: ExpectedFailures) {
  expect(reports.length).toBe(count);
  for (const report of reports) {
    expect(report instanceof WebhookError).toBe(true);
    const { code: actual, status, cause, message } = report as WebhookError;
    expect([actual, status, typeof message, Object.is(cause, value)]).toEqual([
      code,
      500,
      "string",
      true,
    ]);
  }
}

type Toolkit = InstanceType<typeof Webhooks>;

interface ExpectedFailures {
  readonly code: string;
  /** The value that was thrown. */
  readonly value: unknown;
  readonly count: number;
}

interface Options {
  readonly transform?: (event: unknown) => unknown;
  readonly log?: Log;
}
