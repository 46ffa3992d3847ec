/** Each operation has a method, and what that sends is the request that `endpoint` builds. */
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createSample } from "../../codegen/emit/samples/sample.js";
import { readCallForms } from "../../codegen/emit/calls/forms.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { Route } from "../../codegen/model/model.js";
import { endpoint } from "../../generated/endpoint.js";
import { routes } from "../../generated/route-helpers.js";
import { Vendor } from "../../generated/sdk.js";
import { createClient } from "../../generated/client.js";
import { createClient as createCore } from "../../generated/core.js";
import { toRequest } from "../../src/runtime/endpoint.js";
import { defaultModel } from "../cases/codegen/read/schema-folder.js";

const model = defaultModel();
const resolve = createResolver(model);

const sent: Request[] = [];

/** Keeps each request in `sent`, and answers it with an empty object. */
const answer = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  sent.push(new Request(input, init));
  return Promise.resolve(new Response("{}", { headers: { "content-type": "application/json" } }));
};
const options = { fetch: answer, retry: 0 };
const vendor = new Vendor(options);
const client = createClient(options);

/** A client that knows no route: a function of a method brings all that its request needs. */
const core = createCore(options);
/** Functions of methods by their resource and name. */
const modules = new Map<string, Readonly<Record<string, Callable>>>();

/** `endpoint` without the types of routes. */
const build = endpoint as unknown as (
  route: string,
  parameters: object,
) => Parameters<typeof toRequest>[0];

/** Parameters that many routes refuse: none, an unsafe path, a body, text that cannot be encoded. */
const REFUSED: readonly object[] = [
  {},
  { owner: "..", repo: ".", org: "..", username: "..", path: "../x" },
  { owner: "a", repo: "b", org: "c", username: "d", data: 1 },
  { owner: "\ud800", repo: "b", org: "\ud800", q: "\ud800" },
  { owner: { a: 1 }, repo: [1, 2], org: [], headers: { "bad header": "x" } },
];

beforeAll(async () => {
  for (const file of readdirSync("generated/methods")) {
    const name = file.replace(/\.ts$/, "");
    const module = (await import(`../../generated/methods/${name}.ts`)) as Record<string, Callable>;
    modules.set(name, module);
  }
});

describe("the methods of the default vendor", () => {
  it("are as many as routes, each with a name of its own", () => {
    expect(model.routes.map(({ key }) => key)).toEqual([...routes]);
    expect(new Set(model.routes.map(({ call }) => call)).size).toBe(routes.length);
    for (const { call } of model.routes) expect(findMethod(call), call).toBeTypeOf("function");
  });

  it("send what `endpoint` builds, in the class and as functions", async () => {
    for (const route of model.routes) {
      const parameters = sampleParameters(route);
      const expected = await describeRequest(toRequest(build(route.key, parameters)));
      const ways: readonly (() => ReturnType<Callable>)[] = [
        () => findMethod(route.call)(parameters),
        () => findFunction(route.call)(client, parameters),
        () => findFunction(route.call)(core, parameters),
        () => client.request(route.key as "GET /", parameters) as never,
      ];
      for (const call of ways) {
        await call();
        const requests = await Promise.all(sent.splice(0).map(describeRequest));
        expect(requests, route.call).toEqual([expected]);
      }
    }
  });

  it("are refused as `endpoint` refuses them", async () => {
    for (const { key, call } of model.routes) {
      const send = findFunction(call);
      for (const parameters of REFUSED) {
        const outcomes = await Promise.all([
          outcomeOf(() => build(key, parameters)),
          outcomeOf(() => send(client, parameters)),
          outcomeOf(() => send(core, parameters)),
        ]);
        const [expected] = outcomes;
        expect(outcomes, `${call} ${JSON.stringify(parameters)}`).toEqual(
          outcomes.map(() => expected),
        );
      }
      sent.length = 0;
    }
  });
});

/** Parameters of a route: those that it requires, and all of the query. */
function sampleParameters(route: Route): Readonly<Record<string, unknown>> {
  const [form] = readCallForms(route, resolve);
  const parameters = (form?.parameters ?? []).filter(
    (each) => each.required || each.in === "query",
  );
  const baseUrl = "https://api.acme.example";
  const entries = parameters.map(({ name, schema }) => {
    const owner = { type: "object", required: [name], properties: { [name]: schema } };
    const sample = createSample(owner, { resolve, baseUrl }) as Record<string, unknown>;
    return [name, sample[name] ?? "one"] as const;
  });
  return {
    ...Object.fromEntries(entries),
    ...(form?.data?.required === true && { data: "a body" }),
    ...(route.needsBaseUrl && { baseUrl }),
  };
}

/** All parts of a request, but its idempotency key, which is random. */
async function describeRequest(request: Request): Promise<object> {
  const { method, url, headers } = request;
  const entries = [...headers].filter(([name]) => name !== "idempotency-key");
  return { method, url, headers: Object.fromEntries(entries), body: await request.text() };
}

/** The method of the class. */
function findMethod(call: string): Callable {
  let owner: unknown = vendor;
  for (const name of call.split(".")) owner = (owner as Readonly<Record<string, unknown>>)[name];
  return owner as Callable;
}

/** The function of the same call, which takes a client. */
function findFunction(call: string): Callable {
  const [resource = "", name = ""] = call.split(".");
  return modules.get(resource)?.[name] as Callable;
}

/** The code and the message that a call rejects with; `undefined` where it succeeds. */
async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    return { code, message };
  }
}

type Callable = (...args: readonly unknown[]) => Promise<unknown>;
