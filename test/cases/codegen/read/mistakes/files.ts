/** Files with a mistake in them. Each function returns whole files, which take the place of those of the miniature. */

/** Files with a mistake in them, and the exact report. */
export interface Mistake {
  readonly title: string;
  /** By path, in place of those of the miniature. One that is `undefined` is taken out. */
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly report: readonly string[];
}

/** Components of a file that the miniature does not have. */
export const component = (text: string) => ({ "components/other.yaml": text });

// routes.yaml

export const routes = (text: string) => ({ "routes.yaml": text });

/** A single route. Its further lines begin on line 3. */
export const route = (lines: string, key = "GET /x", responses = "  responses: { 204: null }") =>
  routes(`${key}:\n  operation: x/get\n${lines}${responses}\n`);

// events.yaml, and the payloads of its events

/** The events of this text. The payload of `ping` is taken out. */
export const events = (text: string) => ({ "events.yaml": text, "payloads/ping.yaml": undefined });

/** The payloads of the event `ticket`. */
export const payload = (text: string) => ({ "payloads/ticket.yaml": text });

/** The event `thin` with this resource, on line 3 of events.yaml, and routes that could respond with the resource. */
export const thin = (resource: string) => ({
  "events.yaml": `ping:\nthin:\n  resource: ${resource}\nticket: { actions: [opened] }\n`,
  "payloads/thin.yaml":
    "payload: { type: object, properties: { data: { type: object, properties: { id: { type: string } } } } }\n",
  ...routes(`GET /things/{id}:
  operation: things/get
  path: { id: string }
  query: { full: boolean }
  responses: { 200: { type: object } }
POST /things:
  operation: things/create
  body: { schema: { type: object } }
  responses: { 200: { type: object } }
GET /stream:
  operation: things/stream
  stream: { format: sse }
`),
});

// vendor.yaml

/** The eight lines of a vendor.yaml, changed. What is added to their end begins on line 9. */
export const vendor = (change: (text: string) => string) => ({
  "vendor.yaml": change(`name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks:
  path: /hooks
  event: { header: X-Event }
  delivery: { header: X-Delivery }
  signature: github
`),
});

/** The challenge of webhooks, on line 9 of vendor.yaml. */
export const challenge = (entry: string) => vendor((text) => `${text}  challenge: ${entry}\n`);

/**
 * The place where deliveries name their event, and two events whose payloads have one schema.
 * @param event The YAML of the place, on line 6 of vendor.yaml. Further keys of `webhooks` may follow, each on a line
 * of its own.
 */
export const namedInBody = (event: string, payloadText: string) => ({
  ...vendor((text) => text.replace("{ header: X-Event }", event)),
  "events.yaml": "ping:\nticket: { actions: [opened] }\n",
  "payloads/ping.yaml": `payload: ${payloadText}\n`,
  "payloads/ticket.yaml": `actions: { opened: ${payloadText} }\n`,
});

/** A rule of pagination, on line 9 of vendor.yaml, and routes with pages. */
export const pages = (rule: string, routesText = PAGED) => ({
  ...vendor((text) => `${text}pagination: { lists: ${rule} }\n`),
  "routes.yaml": routesText,
});

/** An answer with a page, as the YAML of a schema without its braces. */
const PAGE = `type: object, properties: { has_more: { type: boolean }, meta: { type: object, properties: { next: { type: string } } }, data: { type: array, items: { type: object, properties: { id: { type: string } } } } }`;

/** Routes with pages: one as an object, one that may be null, and one with fields of any name. */
export const PAGED = `GET /a:
  operation: a/list
  query: { after: string, limit: integer }
  responses: { 200: { ${PAGE} } }
GET /b:
  operation: b/list
  query: { after: string }
  responses: { 200: { oneOf: [{ ${PAGE} }, { type: "null" }] } }
GET /open:
  operation: open/list
  query: { after: string }
  pagination: lists
  responses: { 200: { type: object, properties: { data: { type: array } }, additionalProperties: true } }
`;
