/** The schema against deliveries as they were really sent. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../codegen/model/model.js";
import { readUncorrected } from "../../codegen/read-schema.js";
import { readRecordings, type Recording } from "../../codegen/reconcile/recordings.js";
import { createValidators, listPayloads } from "../../codegen/reconcile/validators.js";
import { type Deviation, deviations } from "../cases/codegen/corrections/deviations.js";
import { defaultModel, schemaFiles } from "../cases/codegen/read/schema-folder.js";

const EXAMPLES = new URL("../../node_modules/@octokit/webhooks-examples/", import.meta.url);
const RENAMES = new Map([["github", "vendor"]]);

const recorded = recordingsOf("api.github.com");

const corrected = defaultModel();
const validators = createValidators(corrected);
const payloads = new Map(listPayloads(corrected));
const componentSchemas = new Map(corrected.components.map(({ ref, schema }) => [ref, schema]));

describe("recorded deliveries", () => {
  it("are as the schema says, all 329 of them", () => {
    const deliveries = namedDeliveries(recorded);
    expect(deliveries).toHaveLength(329);
    expect(listInvalid(deliveries, validators)).toEqual([]);
  });

  it("break the schema without its corrections, as often as the README says", () => {
    const deliveries = namedDeliveries(recorded);
    const invalid = listInvalid(deliveries, createValidators(readUncorrected(schemaFiles).model));
    expect(invalid.length).toBeGreaterThan(90);
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const claim = /of (\d+) recorded\s+deliveries of GitHub, (\d+) match the description/.exec(
      readme,
    );
    expect(claim?.slice(1).map(Number)).toEqual([
      recorded.length,
      recorded.length - invalid.length,
    ]);
  });

  it.each(["ghes-31", "ghes-32", "ghes-33", "ghes-34", "ghes-35"])(
    "of servers of other versions are as the schema says: %s",
    (server) => {
      const deliveries = namedDeliveries(recordingsOf(server));
      expect(deliveries.length).toBeGreaterThan(40);
      expect(listInvalid(deliveries, validators)).toEqual([]);
    },
  );
});

describe("deliveries of other sources", () => {
  const deliveries = namedDeliveries(recorded);

  it.each(deviations)("may have $title", (deviation) => {
    const deviating = deliveries
      .filter(({ event }) => deviation.events?.test(event) ?? true)
      .flatMap(({ event, payload }) => {
        const copy = structuredClone(payload);
        return changeObjects(copy, deviation) > 0 ? [{ event, payload: copy }] : [];
      });
    expect(deviating.length).toBeGreaterThan(0);
    const broken = deviating.flatMap(({ event, payload }) =>
      (validators.get(event)?.(payload) ?? []).map(
        ({ instancePath, message }) => `${event} ${instancePath} ${message ?? ""}`,
      ),
    );
    expect(broken).toEqual([]);
  });
});

describe("a corrected schema", () => {
  const deliveries = namedDeliveries(recorded);

  it.each(deliveries.map(({ event, payload }, index) => ({ event, payload, index })))(
    "refuses another type in each required property: $event ($index)",
    ({ event, payload }) => {
      const check = validators.get(event);
      const required = requiredOf(payloads.get(event) ?? true, payload);
      expect(required.length).toBeGreaterThan(0);
      for (const name of required) {
        const broken = {
          ...Object(payload),
          [name]: toOtherType(Object(payload)[name]),
        } as unknown;
        expect(check?.(broken), name).not.toEqual([]);
      }
    },
  );

  it("refuses what is nested as well", () => {
    const check = validators.get("issues.opened");
    const delivery = deliveries.find(({ event }) => event === "issues.opened")?.payload;
    const text = JSON.stringify(delivery);
    const refused = [
      text.replace(/"title":"[^"]*"/, '"title":7'),
      text.replace(/"number":\d+/, '"number":"1"'),
      text.replace(/"state":"open"/, '"state":"ajar"'),
      text.replaceAll(/"login":"[^"]*"/g, '"login":null'),
      text.replaceAll(/"full_name":"[^"]*"/g, '"full_name":[]'),
    ];
    for (const each of refused) {
      expect(each).not.toBe(text);
      expect(check?.(JSON.parse(each))).not.toEqual([]);
    }
  });
});

function recordingsOf(server: string) {
  const path = fileURLToPath(new URL(`${server}/index.json`, EXAMPLES));
  return readRecordings({ path: server, text: readFileSync(path, "utf8") }, RENAMES);
}

/** Changes each object at the place of a deviation, and returns how many there were. */
function changeObjects(payload: unknown, { place, without = [], having = {} }: Deviation): number {
  const objects = place === "" ? [payload] : objectsAt(payload, place.split("."));
  for (const object of objects as Record<string, unknown>[]) {
    for (const key of without) Reflect.deleteProperty(object, key);
    Object.assign(object, having);
  }
  return objects.length;
}

/** Objects at any depth that these keys lead to, one after the other. */
function objectsAt(value: unknown, keys: readonly string[]): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  const deeper = Object.values(value).flatMap((child) => objectsAt(child, keys));
  return [...new Set([...follow(value, keys), ...deeper])];
}

/** Objects that these keys lead to from a value; `*` stands for any key. */
function follow(value: unknown, [key, ...rest]: readonly string[]): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  if (key === undefined) return Array.isArray(value) ? [] : [value];
  const children =
    key === "*" ? Object.values(value) : Object.hasOwn(value, key) ? [Reflect.get(value, key)] : [];
  return children.flatMap((child) => follow(child, rest));
}

/** The properties of a payload that its schema requires. */
function requiredOf(schema: JsonSchema, payload: unknown): readonly string[] {
  if (typeof schema !== "object") return [];
  const ref = schema["$ref"];
  if (typeof ref === "string") return requiredOf(componentSchemas.get(ref) ?? true, payload);
  // A few payloads require nothing: all that they describe is tried in its place.
  const required = schema["required"] ?? Object.keys(Object(schema["properties"]));
  const requiredNames = required as readonly string[]; // as validated
  const members = ["allOf", "anyOf"].flatMap(
    (keyword) => (schema[keyword] ?? []) as readonly JsonSchema[], // as validated
  );
  return [...requiredNames, ...members.flatMap((member) => requiredOf(member, payload))].filter(
    (name) => name in Object(payload),
  );
}

/** A value of a type that no property has: a text for a list, a list of lists for all else. */
function toOtherType(value: unknown): unknown {
  return Array.isArray(value) ? "text" : [[value]];
}

/** The only action of an event, which older servers do not send. */
function soleActionOf(name: string, action: string | undefined): string | undefined {
  const [only, ...others] = [...payloads.keys()].filter((each) => each.startsWith(`${name}.`));
  return action === undefined && others.length === 0 ? only : undefined;
}

/** Deliveries by the name under which the schema describes their payload, without those that it does not know. */
function namedDeliveries(recordings: readonly Recording[]) {
  return recordings.flatMap(({ name, payload }) => {
    const { action } = Object(payload) as { readonly action?: string };
    const names = [`${name}.${action ?? ""}`, name, `${name}.sample`];
    const event = names.find((each) => payloads.has(each)) ?? soleActionOf(name, action);
    return event === undefined ? [] : [{ event, payload }];
  });
}

/** The events of the deliveries that are not as the schema says. */
function listInvalid(
  deliveries: ReturnType<typeof namedDeliveries>,
  checks: ReturnType<typeof createValidators>,
): readonly string[] {
  return deliveries
    .filter(({ event, payload }) => checks.get(event)?.(payload).length !== 0)
    .map(({ event }) => event);
}
