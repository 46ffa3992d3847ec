/** The schema folder of the default vendor: its events, routes and payloads. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import webhooks from "@octokit/webhooks-examples/api.github.com/index.json" with { type: "json" };
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { readCallForms } from "../../codegen/emit/calls/forms.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { JsonSchema, Route } from "../../codegen/model/model.js";
import { eventTable } from "../cases/event-table.js";
import { defaultModel, schemaFiles } from "../cases/codegen/read/schema-folder.js";
import { sample } from "../sample.js";

const model = defaultModel();
const folder = fileURLToPath(new URL("../../schema/", import.meta.url));

const routeFamilies = readFileSync(
  fileURLToPath(new URL("../types/route-families.types.ts", import.meta.url)),
  "utf8",
);

/** Payloads as they were really sent, by event or by event and action. */
const recorded = readRecorded();

describe("events", () => {
  it("[B.25] are those of the contract, in its order", () => {
    const table = model.events.map(({ name, actions }) => [
      name,
      actions.map((action) => action.name),
    ]);
    expect(table).toEqual(eventTable);
  });

  it("[B.25] make 323 names", () => {
    const combinations = model.events.flatMap(({ actions }) => actions);
    expect([model.events.length, combinations.length]).toEqual([75, 248]);
  });

  it("have descriptions, each of them", () => {
    expect(model.events.filter(({ description }) => description === undefined)).toEqual([]);
  });

  it("have payloads: each event without actions, and each action", () => {
    const missing = model.events.flatMap(({ name, actions, payload }) => [
      ...(actions.length === 0 && payload === undefined ? [name] : []),
      ...actions.filter((action) => action.payload === undefined).map((action) => action.name),
    ]);
    expect(missing).toEqual([]);
  });

  it.each(model.events.filter(({ name }) => name !== "repository_dispatch"))(
    "of $name have payloads that tell their actions apart",
    ({ actions }) => {
      const sent = actions.map((action) => actionsSent(action.payload));
      expect(sent.filter((values) => values !== undefined && values.length !== 1)).toEqual([]);
      const actionValues = sent.flatMap((values) => values ?? []);
      expect(new Set(actionValues).size).toBe(actionValues.length);
    },
  );
});

describe("routes", () => {
  it.each([
    ["GET", 639],
    ["POST", 193],
    ["DELETE", 187],
    ["PUT", 134],
    ["PATCH", 70],
  ])("are those of the hosted API: %s %i", (method, count) => {
    expect(model.routes.filter((route) => route.method === method)).toHaveLength(count);
  });

  it("are sampled in the type tests, one of each family", () => {
    const sampled = new Set(routeFamilies.match(/"[A-Z]+ \/[^"]*"/g));
    const familyOf = ({ operation }: Route) => operation.split("/")[0];
    const isSampled = ({ key }: Route) => sampled.has(JSON.stringify(key));
    const covered = new Set(model.routes.filter(isSampled).map(familyOf));
    const missing = model.routes.map(familyOf).filter((family) => !covered.has(family));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("have answers, each of them", () => {
    expect(model.routes.filter(({ responses }) => responses.length === 0)).toEqual([]);
  });

  it("have 66 path parameters of several segments", () => {
    const parameters = model.routes.flatMap((route) => route.parameters);
    expect(parameters.filter(({ multiSegment }) => multiSegment)).toHaveLength(66);
  });

  it("take the keys of every body as keys of the call, but of four bodies", () => {
    const resolve = createResolver(model);
    const underData = model.routes.filter((route) => {
      const [form] = readCallForms(route, resolve);
      return form?.data !== undefined;
    });
    expect(underData.map(({ key }) => key)).toEqual([
      "POST /markdown/raw", // text
      "PUT /orgs/{org}/copilot/content_exclusion", // any keys
      "POST /orgs/{org}/private-registries", // `url` is required
      "POST /repos/{owner}/{repo}/releases/{release_id}/assets", // bytes
    ]);
  });

  it.each<[feature: string, hasFeature: (route: Route) => unknown]>([
    ["no parameters", ({ parameters, body }) => parameters.length === 0 && !body],
    ["a list in the query", (route) => route.parameters.some((p) => typeOf(p.schema) === "array")],
    [
      "a path parameter of several segments",
      (route) => route.parameters.some((p) => p.multiSegment),
    ],
    ["a query beside POST", (route) => route.method === "POST" && hasQuery(route)],
    ["a query beside DELETE", (route) => route.method === "DELETE" && hasQuery(route)],
    [
      "a required query parameter",
      (route) => route.parameters.some((p) => p.in === "query" && p.required),
    ],
    ["a server of its own", ({ server }) => server === "https://uploads.vendor.example"],
    ["a body property named url", ({ body }) => propertiesOf(body?.schema).includes("url")],
    ["a text as body", ({ body }) => body?.contentTypes.includes("text/plain")],
    ["bytes as body", ({ body }) => body?.contentTypes.includes("application/octet-stream")],
    ["an optional body", ({ body }) => body?.required === false],
    ["an answer without body", ({ responses }) => responses.some((answer) => !answer.schema)],
  ])("include one with %s", (_feature, hasFeature) => {
    expect(model.routes.some((route) => hasFeature(route))).toBe(true);
  });

  it("take the key of a cache in the query, where the API reads it", () => {
    const route = model.routes.find(
      ({ operation }) => operation === "actions/delete-actions-cache-by-key",
    );
    expect(route?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
      "path owner",
      "path repo",
      "query key",
      "query ref",
    ]);
  });
});

describe("components", () => {
  it("are all in use", () => {
    const used = new Set<string>();
    collectReferences([model.events, model.routes], used);
    const unused = model.components.filter(({ ref }) => !used.has(ref));
    expect(unused.map(({ ref }) => ref)).toEqual([]);
  });
});

describe("payloads", () => {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    schemas: sharedSchemas(),
    // Each validator runs a few times: to make its code shorter takes longer than that.
    code: { optimize: false },
  });
  const described = model.events.flatMap(({ name, actions, payload }) => [
    ...(payload ? [{ name, payload }] : []),
    ...actions.flatMap((action) =>
      action.payload ? [{ name: `${name}.${action.name}`, payload: action.payload }] : [],
    ),
  ]);

  const sent = described.filter(({ name }) => recorded.has(name));
  it.each(sample("payloads", sent, 40))(
    "of $name hold every recorded delivery",
    ({ name, payload }) => {
      const validate = ajv.compile(withAbsoluteReferences(payload));
      const faults = (recorded.get(name) ?? []).flatMap((delivery) =>
        validate(delivery) ? [] : [validate.errors],
      );
      expect(faults).toEqual([]);
    },
  );

  it("are described for a hundred recorded deliveries and more", () => {
    const deliveries = described.flatMap(({ name }) => recorded.get(name) ?? []);
    expect(deliveries.length).toBeGreaterThan(100);
  });
});

describe("the modeline", () => {
  it.each(schemaFiles)("of $path leads to the format of the file", ({ path, text }) => {
    const target = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? "";
    const format = path.includes("/")
      ? dirname(path).replace("payloads", "payload")
      : path.slice(0, -5);
    const expected = resolve(folder, `../codegen/meta/${format}.schema.json`);
    expect(resolve(folder, dirname(path), target)).toBe(expected);
  });
});

/** Adds to `used` each reference in a value, and those in the components that it leads to. */
function collectReferences(value: unknown, used: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== "$ref" || typeof child !== "string") collectReferences(child, used);
    else if (!used.has(child)) {
      used.add(child);
      collectReferences(model.components.find(({ ref }) => ref === child)?.schema, used);
    }
  }
}

function readRecorded(): ReadonlyMap<string, readonly unknown[]> {
  const payloads = new Map<string, unknown[]>();
  for (const { name, examples } of webhooks) {
    for (const payload of examples.map(renameVendor)) {
      const action = (payload as { readonly action?: unknown }).action; // in most of them
      const event = toVendorName(name);
      const key = typeof action === "string" ? `${event}.${action}` : event;
      payloads.set(key, [...(payloads.get(key) ?? []), payload]);
    }
  }
  return payloads;
}

/** Renames properties: the examples name their hosting service in them, which the schema calls `vendor`. */
function renameVendor(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameVendor);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [toVendorName(key), renameVendor(child)]),
  );
}

function toVendorName(name: string): string {
  return name.replaceAll("github", "vendor");
}

/** Each file of components as one document, found under an absolute address. */
function sharedSchemas(): Record<string, object> {
  const documents: Record<string, Record<string, unknown>> = {};
  for (const { name, schema, source } of model.components) {
    (documents[`schema:///${source.file}`] ??= {})[name] = withAbsoluteReferences(schema);
  }
  return documents;
}

function withAbsoluteReferences(schema: JsonSchema): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"$ref":"', '"$ref":"schema:///')) as object; // was a schema
}

/** The values that `action` may have in a payload; `undefined` where the payload does not say. */
function actionsSent(payload: JsonSchema | undefined): unknown[] | undefined {
  const properties = typeof payload === "object" ? payload["properties"] : undefined;
  const action = (properties as { readonly action?: JsonSchema } | undefined)?.action; // a map
  return typeof action === "object" ? (action["enum"] as unknown[] | undefined) : undefined; // a list
}

function hasQuery({ parameters }: Route): boolean {
  return parameters.some((parameter) => parameter.in === "query");
}

function typeOf(schema: JsonSchema): unknown {
  if (typeof schema === "boolean") return undefined;
  const shared = model.components.find(({ ref }) => ref === schema["$ref"]);
  return shared ? typeOf(shared.schema) : schema["type"];
}

function propertiesOf(schema: JsonSchema | undefined): string[] {
  return typeof schema === "object" ? Object.keys(Object(schema["properties"])) : [];
}
