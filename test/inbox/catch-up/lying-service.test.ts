/** A service that cannot be relied on, by its seed: everything is handled, nothing twice, with few requests. */
import { describe, expect, it } from "vitest";
import { createInboxIn } from "../../../src/inbox/inbox.js";
import { openMemoryStore } from "../../../src/inbox/memory/memory-store.js";
import {
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../../src/inbox/catch-up/source.js";
import type { Inbox } from "../../../src/inbox/types.js";
import { createRandom } from "../../random.js";
import { MINUTE, SECOND } from "../deliveries.js";
import { createEnvironment } from "../environment.js";
import { asHandled, deliver, setUp } from "../setup.js";
import {
  countLeast,
  createClient,
  LyingService,
  PARAMETERS,
  type Sent,
  type Style,
} from "./lying-service.js";

const SOURCES = { github: githubDeliveries, stripe: stripeEvents, svix: svixMessages };
const COUNT = 300;
const EVERY = 5 * MINUTE;

describe.each(["github", "stripe", "svix"] as const)(
  "a service like %s that cannot be relied on",
  (style) => {
    it.each([1, 2])("[R.1] [R.4] [R.6] loses nothing by the seed %i", async (seed) => {
      const { sent, handled, lost, requests, least } = await run(style, seed);
      expect(lost).toBeGreaterThan(COUNT / 10);
      expect(handled).toEqual(sent);
      expect(requests).toBeLessThanOrEqual(2 * least);
    });
  },
);

/** Runs an inbox for an hour or two, with restarts, beside a service of the seed. */
async function run(style: Style, seed: number) {
  const random = createRandom(seed);
  const environment = createEnvironment();
  const service = new LyingService(style, seed, environment.clock, {
    skew: random() < 0.5 ? 3_600_000 : -3_600_000,
    lateness: 90 * SECOND,
    limited: 0.05,
    restarts: 0.03,
    confusion: 0.05,
    whilePaging: () => send(),
  });
  const client = createClient(service);
  const store = openMemoryStore();
  const handled: string[] = [];
  const newItems: number[] = [];
  let known = 0;
  let lost = 0;
  let running: Inbox | undefined;
  const counting = {
    request(route: string, parameters: Readonly<Record<string, unknown>>) {
      const isFirstPage = !/cursor|starting_after|iterator|delivery_id/.test(
        Object.keys(parameters).join(),
      );
      if (isFirstPage) {
        newItems.push(service.sent.length - known);
        known = service.sent.length;
      }
      return client.request(route, parameters);
    },
  };
  const start = async (): Promise<void> => {
    const { webhooks } = setUp();
    webhooks.onAny((event) => void handled.push(asHandled(event).id));
    const inbox = createInboxIn(environment, {
      webhooks,
      store,
      pollInterval: 10 * SECOND,
      log: {},
      catchUp: {
        client: counting,
        source: SOURCES[style],
        parameters: PARAMETERS[style],
        every: EVERY,
      },
    });
    await inbox.start();
    running = inbox;
  };

  function send(): void {
    if (service.sent.length >= COUNT) return;
    const sent = service.emit();
    const fate = random();
    if (fate < 0.2) lost++;
    else if (fate < 0.9) arrive(sent);
    else {
      arrive(sent);
      environment.setTimer(() => arrive(sent), random() * 10 * MINUTE);
    }
  }

  function arrive({ id, event, payload }: Sent): void {
    const body = JSON.stringify(payload);
    const attempt = (): void => {
      if (running) void deliver(running, { id, name: event, body }).catch(() => undefined);
    };
    environment.setTimer(attempt, random() * 30 * SECOND);
  }

  await start();
  await environment.elapse(MINUTE);
  while (service.sent.length < COUNT) {
    send();
    await environment.elapse(random() * 20 * SECOND);
    if (random() < 0.02) {
      await running?.drain();
      await start();
    }
  }
  await environment.elapse(6 * EVERY);
  await running?.drain();
  const { answered, sent } = service;
  return {
    sent: sent.map(({ id }) => id).sort(),
    handled: handled.toSorted(),
    lost,
    requests: answered.pages + answered.payloads,
    least: countLeast(service, lost, newItems),
  };
}
