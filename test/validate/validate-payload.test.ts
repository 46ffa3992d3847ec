/** The bound validator, over all samples that were generated and all deliveries that were recorded. */
import { describe, expect, it } from "vitest";
import { validatePayload } from "typewire/validate";
import { emitterEventNames } from "typewire/webhooks";
import type { EmitterWebhookEventName } from "typewire";
import { sampleLoaders } from "../../generated/samples/index.js";
import { qualifiedName, readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { replaceAt } from "./retype.js";

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
    "[B.29] refuses %s with a value of another type in any required property",
    async (name, payload) => {
      const accepted: string[] = [];
      for (const { keys, value } of propertiesIn(payload)) {
        const wrong = replaceAt(payload, keys, misfitFor(value));
        const result = await validatePayload(name, wrong);
        const paths = result.valid ? [] : result.errors.map(({ path }) => path);
        // Written out, so that it does not depend on the code that is tested.
        const escaped = keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"));
        const pointer = `/${escaped.join("/")}`;
        // An issue inside alternatives may have their path.
        const leadsThere = (path: string) => path !== "" && `${pointer}/`.startsWith(`${path}/`);
        if (!paths.some(leadsThere)) accepted.push(pointer);
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

/** A sample for each name with a payload of its own. The payload of an event with actions is a union of these. */
async function readSamples(): Promise<readonly (readonly [EmitterWebhookEventName, Payload])[]> {
  const modules = await Promise.all(Object.values(sampleLoaders).map((load) => load()));
  return modules.flatMap(({ samples }) =>
    [...samples].map(([name, create]) => [name as EmitterWebhookEventName, create() as Payload]),
  );
}

/** A value that no schema of the given value allows. */
function misfitFor(value: unknown): unknown {
  return Array.isArray(value) ? 0.5 : [[[]]];
}

/** All properties that an object requires, at any depth: a sample has the required properties alone. */
function propertiesIn(value: unknown, outer: readonly string[] = []): readonly Property[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const keys = [...outer, key];
    return [{ keys, value: child as unknown }, ...propertiesIn(child, keys)];
  });
}

interface Property {
  readonly keys: readonly string[];
  readonly value: unknown;
}

type Payload = Record<string, unknown>;
