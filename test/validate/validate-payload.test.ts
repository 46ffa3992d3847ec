/** The bound validator, over everything that was generated and everything that was recorded. */
import { describe, expect, it } from "vitest";
import { validatePayload } from "typewire/validate";
import { emitterEventNames } from "typewire/webhooks";
import type { EmitterWebhookEventName } from "typewire";
import { sampleLoaders } from "../../generated/samples/index.js";
import { qualifiedName, readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";

const samples = await readSamples();
const recorded = readRecordedDeliveries();

describe("validatePayload", () => {
  it("[B.29] knows every name", async () => {
    const described = new Set(samples.map(([name]) => name));
    const missing = emitterEventNames.filter(
      (name) => !described.has(name) && !samples.some(([each]) => each.startsWith(`${name}.`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(samples)(
    "[B.29] takes the sample of %s, and gives back the same object",
    async (name, payload) => {
      const before = JSON.stringify(payload);
      const result = await validatePayload(name, payload);
      expect(result).toEqual({ valid: true, payload });
      expect(result.valid && result.payload).toBe(payload);
      expect(JSON.stringify(payload)).toBe(before);
    },
  );

  it.each(samples)(
    "[B.29] refuses %s with a wrong type in any required property",
    async (name, payload) => {
      const accepted: string[] = [];
      for (const [pointer, value] of placesIn(payload)) {
        const wrong = replaceAt(payload, pointer, misfitFor(value));
        const result = await validatePayload(name, wrong);
        const paths = result.valid ? [] : result.errors.map(({ path }) => path);
        // Inside alternatives it can be their own place that is told.
        const isTold = (path: string) => path !== "" && `${pointer}/`.startsWith(`${path}/`);
        if (!paths.some(isTold)) accepted.push(pointer);
      }
      expect(accepted).toEqual([]);
    },
  );

  it.each(samples)("[B.29] refuses %s without each of its properties", async (name, payload) => {
    for (const key of Object.keys(payload)) {
      const rest = Object.fromEntries(Object.entries(payload).filter(([other]) => other !== key));
      expect(await validatePayload(name, rest)).toMatchObject({
        valid: false,
        errors: expect.arrayContaining([
          { path: `/${key}`, keyword: "required", message: "is missing" },
        ]),
      });
    }
  });

  it.each(["text", 1, true, null, undefined, [], [{}]])(
    "[B.29] refuses %j as a payload",
    async (payload) => {
      for (const name of ["ping", "issues", "issues.opened"] as const) {
        expect(await validatePayload(name, payload)).toMatchObject({
          valid: false,
          errors: [{ path: "", keyword: "type", message: "is not of type object" }],
        });
      }
    },
  );

  it("[B.29] takes properties that the schema does not know", async () => {
    const [name, payload] = samples[0] ?? ["ping", {}];
    expect(await validatePayload(name, { ...payload, unheard_of: { x: 1 } })).toMatchObject({
      valid: true,
    });
  });

  it("[B.29] takes every recorded delivery", async () => {
    const refused = [];
    for (const delivery of recorded) {
      const name = qualifiedName(delivery) as EmitterWebhookEventName; // of the table of events
      const result = await validatePayload(name, delivery.payload);
      if (!result.valid) refused.push({ name, errors: result.errors });
    }
    expect(recorded.length).toBe(329);
    expect(refused).toEqual([]);
  });
});

/** Every name that has a payload of its own: what unions of actions are made of has been seen. */
async function readSamples(): Promise<readonly (readonly [EmitterWebhookEventName, Payload])[]> {
  const modules = await Promise.all(Object.values(sampleLoaders).map((load) => load()));
  return modules.flatMap(({ samples }) =>
    [...samples].map(([name, create]) => [name as EmitterWebhookEventName, create() as Payload]),
  );
}

/** A value of another type than the one that a schema has let stand. */
function misfitFor(value: unknown): unknown {
  return Array.isArray(value) ? 0.5 : [[[]]];
}

/** Pointers to all that an object requires: a sample has the required properties alone. */
function placesIn(value: unknown, at = ""): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const pointer = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [[pointer, child] as const, ...placesIn(child, pointer)];
  });
}

function replaceAt(payload: Payload, pointer: string, value: unknown): Payload {
  const copy = structuredClone(payload);
  const keys = pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  const parent = keys.reduce<Payload>((object, key) => object[key] as Payload, copy);
  parent[last] = value;
  return copy;
}

type Payload = Record<string, unknown>;
