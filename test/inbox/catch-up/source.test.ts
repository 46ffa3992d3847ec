/** Options of a catch-up, as a source reads them. */
import { describe, expect, it } from "vitest";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import {
  createCatchUpSource,
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../../src/inbox/catch-up/source.js";
import type { CatchUpHost, CatchUpSource } from "../../../src/inbox/catch-up/types.js";

const LISTS = createCatchUpSource([plan("GET /{org}/hooks/{hook_id}"), plan("GET /log")]);
const client = { request: () => Promise.resolve({}) };

const DURATION = "or a text such as 30s, 5m or 2h.";

describe("[R.1] a catch-up refuses", () => {
  it.each<[string, object, ErrorConstructor, string]>([
    [
      "no client",
      { client: undefined },
      TypeError,
      "`catchUp.client` is undefined; expected a client, or an object with `request(route, parameters)`.",
    ],
    [
      "parameters that are no object",
      { parameters: "org" },
      TypeError,
      "`catchUp.parameters` is a string; expected an object.",
    ],
    [
      "parameters of no list",
      { parameters: { org: "a", repo: "b" } },
      TypeError,
      "`catchUp.parameters` is { org, repo }; expected { org, hook_id }, or none.",
    ],
    [
      "one parameter too few",
      { parameters: { org: "a", hook_id: undefined } },
      TypeError,
      "`catchUp.parameters` is { org }; expected { org, hook_id }, or none.",
    ],
    [
      "one parameter too many",
      { parameters: { org: "a", hook_id: 1, page: 2 } },
      TypeError,
      "`catchUp.parameters` is { org, hook_id, page }; expected { org, hook_id }, or none.",
    ],
    [
      "events that are no array",
      { events: "note" },
      TypeError,
      "`catchUp.events` is a string; expected an array of names.",
    ],
    [
      "events that are no names",
      { events: ["note", 1] },
      TypeError,
      "`catchUp.events` is an array; expected an array of names.",
    ],
    [
      "too short a time between",
      { every: 999 },
      RangeError,
      `\`catchUp.every\` is 999; expected milliseconds from 1000, ${DURATION}`,
    ],
    [
      "too long a time between",
      { every: "30d" },
      RangeError,
      `\`catchUp.every\` is "30d"; expected milliseconds from 1000, ${DURATION}`,
    ],
    [
      "a part of a millisecond",
      { every: 1_000.5 },
      RangeError,
      `\`catchUp.every\` is 1000.5; expected milliseconds from 1000, ${DURATION}`,
    ],
    [
      "a negative overlap",
      { overlap: -1 },
      RangeError,
      `\`catchUp.overlap\` is -1; expected milliseconds from 0, ${DURATION}`,
    ],
    [
      "an overlap of another kind",
      { overlap: {} },
      RangeError,
      `\`catchUp.overlap\` is an object; expected milliseconds from 0, ${DURATION}`,
    ],
  ])("%s", (_, options, type, message) => {
    expect(() => open(options)).toThrow(new type(message));
  });

  it("lists without parameters, if a service has none", () => {
    const source = createCatchUpSource([plan("GET /{a}")]);
    expect(() => open({}, source)).toThrow("`catchUp.parameters` is missing; expected { a }.");
  });
});

describe("[R.1] a catch-up takes", () => {
  it.each<[string, object]>([
    ["nothing but a client", {}],
    ["the parameters of a list, in any order", { parameters: { hook_id: 7, org: "a" } }],
    ["a parameter that is undefined", { parameters: { page: undefined } }],
    ["no events", { events: [] }],
    ["the shortest and the longest time", { every: 1_000, overlap: 2_147_483_647 }],
    ["no overlap", { overlap: 0 }],
    ["texts", { every: "1s", overlap: "24d" }],
  ])("%s", (_, options) => {
    expect(open(options)).toBeDefined();
  });

  it.each([
    [
      "GitHub",
      githubDeliveries,
      [{ owner: "a", repo: "b", hook_id: 1 }, { org: "a", hook_id: 1 }, {}],
    ],
    ["Stripe", stripeEvents, [{}]],
    ["Svix", svixMessages, [{ app_id: "a" }, { app_id: "a", endpoint_id: "b" }]],
  ])("the lists of %s", (_, source, lists) => {
    for (const parameters of lists) expect(open({ parameters }, source)).toBeDefined();
  });
});

function plan(route: string): CatchUpPlan {
  return {
    route,
    order: "newest-first",
    next: { parameter: "page", body: "next" },
    id: "id",
    time: "at",
    event: "kind",
  };
}

function open(options: object, source: CatchUpSource = LISTS) {
  return source.open({} as CatchUpHost, { client, ...options }); // a source asks the host for nothing yet
}
