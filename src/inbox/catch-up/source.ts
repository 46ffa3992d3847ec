/** Lists of services that an inbox can read what never arrived from (contract, section R). */
import { quote, expectMethods, expectObject, unexpected, MAX_INTEGER } from "../../base/expect.js";
import { parseDuration } from "../../base/durations.js";
import { describeKind } from "../../base/values.js";
import { CATCH_UP_PRESETS, type CatchUpPlan } from "../../catalog/catch-up.js";
import type { Parameters } from "./service.js";
import { ListFeed } from "./feed.js";
import type { CatchUpClient, CatchUpHost, CatchUpOptions, CatchUpSource, Feed } from "./types.js";

/**
 * Makes a source of the lists of a service. `typewire-runtime/inbox/catch-up` has some, and a generated client
 * has that of its service.
 * @example
 * const source = createCatchUpSource([plan]);
 * const inbox = createInbox({ webhooks, store, catchUp: { client, source } });
 */
export function createCatchUpSource(plans: readonly CatchUpPlan[]): CatchUpSource {
  return { open: (host, options) => openFeed(plans, host, options) };
}

/** Deliveries of a webhook of GitHub: of a repository, of an organisation, or of an app. */
export const githubDeliveries: CatchUpSource = /* @__PURE__ */ createCatchUpSource(
  CATCH_UP_PRESETS.github,
);

/** Events of an account at Stripe, which keeps them for 30 days. */
export const stripeEvents: CatchUpSource = /* @__PURE__ */ createCatchUpSource(
  CATCH_UP_PRESETS.stripe,
);

/** Messages of Svix, and of services that have its API. */
export const svixMessages: CatchUpSource = /* @__PURE__ */ createCatchUpSource(
  CATCH_UP_PRESETS.svix,
);

const DEFAULT_EVERY = 300_000;
const DEFAULT_OVERLAP = 120_000;

function openFeed(
  plans: readonly CatchUpPlan[],
  host: CatchUpHost,
  options: Omit<CatchUpOptions, "source">,
): Feed {
  const { client, parameters = {}, events, every, overlap } = options;
  expectMethods<CatchUpClient>(
    client,
    "`catchUp.client`",
    ["request"],
    "a client, or an object with `request(route, parameters)`",
  );
  expectObject(parameters, "`catchUp.parameters`", "an object");
  const reading = {
    plan: findPlan(plans, parameters),
    client,
    parameters,
    events: events === undefined ? undefined : new Set(expectNames(events)),
    overlap: readDuration(overlap ?? DEFAULT_OVERLAP, "`catchUp.overlap`", 0),
  };
  return new ListFeed(
    host,
    reading,
    readDuration(every ?? DEFAULT_EVERY, "`catchUp.every`", 1_000),
  );
}

/** Finds the list whose path has exactly these parameters. */
function findPlan(plans: readonly CatchUpPlan[], parameters: Parameters): CatchUpPlan {
  const names = Object.keys(parameters).filter((name) => parameters[name] !== undefined);
  const plan = plans.find(({ route }) => {
    const inPath = listPathParameters(route);
    return inPath.length === names.length && inPath.every((name) => names.includes(name));
  });
  if (plan !== undefined) return plan;
  const expected = plans.map(({ route }) => showNames(listPathParameters(route), "none"));
  const got = showNames(names, "missing");
  throw new TypeError(`\`catchUp.parameters\` is ${got}; expected ${expected.join(", or ")}.`);
}

function showNames(names: readonly string[], absent: string): string {
  return names.length === 0 ? absent : `{ ${names.join(", ")} }`;
}

function listPathParameters(route: string): readonly string[] {
  return Array.from(route.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
}

function expectNames(events: unknown): readonly string[] {
  if (Array.isArray(events) && events.every((name) => typeof name === "string")) return events;
  throw unexpected(events, "`catchUp.events`", "an array of names");
}

/**
 * Reads a duration in milliseconds, or as a text.
 * @throws RangeError for anything else.
 */
function readDuration(value: unknown, what: string, minimum: number): number {
  const number = typeof value === "string" ? parseDuration(value) : value;
  const isValid = typeof number === "number" && Number.isInteger(number) && number <= MAX_INTEGER;
  if (isValid && number >= minimum) return number;
  const expected = `milliseconds from ${minimum}, or a text such as 30s, 5m or 2h`;
  throw new RangeError(`${what} is ${showDuration(value)}; expected ${expected}.`);
}

function showDuration(value: unknown): string {
  if (typeof value === "string") return quote(value);
  return typeof value === "number" ? String(value) : describeKind(value);
}
