/** Small models, to which each test adds the few lines that it is about. */
import type {
  Action,
  Component,
  Event,
  JsonSchema,
  Parameter,
  Route,
  SchemaModel,
  Vendor,
} from "../../../../codegen/model/model.js";
import { toCall } from "../../../../codegen/read/method-names.js";

/** The smallest models that say something; each test adds the few lines that it is about. */
export const acme: Vendor = {
  name: "acme",
  title: "Acme",
  baseUrl: "https://api.acme.example",
  accept: "application/vnd.acme.v1+json",
  mediaTypePrefix: "application/vnd.acme",
  runtime: false,
  sending: { auth: [], pagination: [] },
  sdk: { name: "Acme", arguments: "object" },
  webhooks: {
    path: "/hooks/acme",
    event: { header: "Acme-Event" },
    delivery: { header: "Acme-Delivery" },
    signature: { header: "Acme-Signature", algorithm: "hmac-sha256", format: "sha256={signature}" },
    body: "json",
    challenges: [],
    relay: {
      id: ["id"],
      event: ["event"],
      signature: ["signature-256", "signature"],
      body: ["body"],
      rawBody: ["raw"],
    },
  },
  source: { file: "vendor.yaml", path: [] },
};

export function miniature(parts: Partial<SchemaModel>): SchemaModel {
  const defaults = { vendor: acme, hasEvents: true, hasRoutes: true, actionPath: "action" };
  return { ...defaults, events: [], routes: [], components: [], todos: [], ...parts };
}

export function event(name: string, parts: Partial<Event> = {}): Event {
  return { name, actions: [], source: { file: "events.yaml", path: [name] }, ...parts };
}

export function action(name: string, payload?: JsonSchema): Action {
  const source = { file: "events.yaml", path: ["thing", "actions", 0] };
  return payload === undefined ? { name, source } : { name, payload, source };
}

export function route(key: string, parts: Partial<Route> = {}): Route {
  const [method = "", url = ""] = key.split(" ");
  return {
    key,
    method: method, // each test spells a method of the type
    url,
    operation: "things/do",
    call: toCall(parts.operation ?? "things/do"),
    formerCalls: [],
    deprecated: false,
    parameters: [],
    responses: [],
    source: { file: "routes.yaml", path: [key] },
    ...parts,
  };
}

export function parameter(
  place: Parameter["in"],
  name: string,
  parts: Partial<Parameter> = {},
): Parameter {
  return {
    name,
    in: place,
    required: place === "path",
    deprecated: false,
    multiSegment: false,
    schema: { type: "string" },
    ...parts,
  };
}

export function component(name: string, schema: JsonSchema, file = "shared"): Component {
  const path = `components/${file}.yaml`;
  return { ref: `${path}#/${name}`, name, schema, source: { file: path, path: [name] } };
}

export function refTo(name: string, file = "shared"): JsonSchema {
  return { $ref: `components/${file}.yaml#/${name}` };
}
