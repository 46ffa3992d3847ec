import type { Event, EventHandler } from "../webhooks/by-hand.js";
import type { HandlerKind } from "./trial.js";

const TIMER_MILLISECONDS = 5;

/** The last payload that a handler saw, so that no engine can leave its parsing out. */
let seen: unknown;

function see({ payload }: Event): void {
  seen = payload;
}

async function seeLater(event: Event): Promise<void> {
  await Promise.resolve();
  see(event);
}

async function seeAfterTimer(event: Event): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TIMER_MILLISECONDS));
  see(event);
}

async function reject(event: Event): Promise<never> {
  await seeLater(event);
  throw new Error("This handler rejects.");
}

/** What would settle the promises of endless handlers, kept as a timer or a socket would. */
const endings: (() => void)[] = [];

function seeWithoutEnd(event: Event): Promise<void> {
  see(event);
  return new Promise((resolve) => {
    endings.push(resolve);
  });
}

const handlers: Readonly<Record<HandlerKind, EventHandler>> = {
  sync: see,
  async: seeLater,
  timer: seeAfterTimer,
  rejecting: reject,
  endless: seeWithoutEnd,
};

/** The handlers of one event, each a function of its own. */
export function createHandlers(kind: HandlerKind, count: number): readonly EventHandler[] {
  return Array.from({ length: count }, (_, index): EventHandler => {
    const isRejecting = kind === "rejecting" && index === count - 1;
    const handler = handlers[kind === "rejecting" && !isRejecting ? "async" : kind];
    return (event) => handler(event);
  });
}

/** @throws Error when no handler has run. */
export function expectSeen(): void {
  if (seen === undefined) throw new Error("No handler has seen a payload.");
}
