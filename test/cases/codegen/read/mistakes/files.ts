/** Files of the miniature with a mistake in them: each takes the place of a file, or of a part of it. */

export const component = (text: string) => ({ "components/other.yaml": text });
export const events = (text: string) => ({ "events.yaml": text, "payloads/ping.yaml": undefined });

/** An event with a resource on line 3, and routes that could respond with it. */
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
export const payload = (text: string) => ({ "payloads/ticket.yaml": text });
export const routes = (text: string) => ({ "routes.yaml": text });

/** A route with further lines, which begin on line 3. */
export const route = (lines: string, key = "GET /x", responses = "  responses: { 204: null }") =>
  routes(`${key}:\n  operation: x/get\n${lines}${responses}\n`);

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

/** A rule on line 9 of vendor.yaml, and routes with pages. */
export const pages = (rule: string, routesText = PAGED) => ({
  ...vendor((text) => `${text}pagination: { lists: ${rule} }\n`),
  "routes.yaml": routesText,
});

const PAGE = `type: object, properties: { has_more: { type: boolean }, meta: { type: object, properties: { next: { type: string } } }, data: { type: array, items: { type: object, properties: { id: { type: string } } } } }`;

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

/** An event with payloads of this schema, whose path to the name is on line 6 of vendor.yaml. */
export const namedInBody = (event: string, payloadText: string) => ({
  ...vendor((text) => text.replace("{ header: X-Event }", event)),
  "events.yaml": "ping:\nticket: { actions: [opened] }\n",
  "payloads/ping.yaml": `payload: ${payloadText}\n`,
  "payloads/ticket.yaml": `actions: { opened: ${payloadText} }\n`,
});

export const challenge = (entry: string) => vendor((text) => `${text}  challenge: ${entry}\n`);

/** A file of the miniature with a mistake in it, and the exact report. */
export interface Mistake {
  readonly title: string;
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly report: readonly string[];
}
