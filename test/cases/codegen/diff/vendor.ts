/** Single changes of `vendor.yaml`, with programs that use what was there. */
import type { Level } from "../../../../codegen/diff/types.js";
import { type PartCase, SERVICE } from "./parts.js";

const AUTH = "auth: { bearer: true }";

/** Adds lines, or replaces those that were added before. */
const lines = (after: string, level: Level, uses?: string, before?: string): PartCase => ({
  file: "vendor.yaml",
  from: AUTH,
  to: `${AUTH}\n${after}`,
  level,
  ...(before !== undefined && { given: `${AUTH}\n${before}` }),
  ...(uses !== undefined && { uses }),
});

const auth = (
  after: string,
  level: Level,
  uses: string,
  before = "{ bearer: true }",
): PartCase => ({
  file: "vendor.yaml",
  from: AUTH,
  to: `auth: ${after}`,
  given: `auth: ${before}`,
  level,
  uses,
});

/** Replaces a line of `webhooks`. */
const webhooks = (to: string, level: Level = "minor", from = "  action: none"): PartCase => ({
  file: "vendor.yaml",
  from,
  to,
  level,
  uses: "events['note.deleted'].payload.id;",
});

const LIST =
  "async function all() { for await (const page of api.pages.list()) page.title; } void all;";
const NEW = "new Acme({ apiKey: 'a' });";
const region = (value: string): string =>
  `import type { ServerOptions } from "./constants.js"; export const options: ServerOptions = { variables: { region: "${value}" } };`;
const CALL = 'void api.notes.get({ id: "a" });';
const OAUTH = (more = "") =>
  `{ oauth2: https://id.acme.example/token, flows: [clientCredentials, refreshToken]${more} }`;
const TOKENS = "new Acme({ clientId: 'a', clientSecret: 'b' });";
const SCHEME = (more: string) =>
  `  signature: { header: X-Sign, algorithm: hmac-sha256, format: "t={timestamp},v1={signature}", content: "{timestamp}.{body}", timestamp: { header: X-At }, tolerance: 300${more} }`;
/** A package of types has no types of responses, and so no resources of events. */
const typesPackage = (...args: Parameters<typeof lines>): PartCase => ({
  ...lines(...args),
  files: { "events.yaml": "note.created:\nnote.deleted:\n" },
  notJudged: "programs import the package by its name, which no compiler finds here",
});
const TYPES = (more = "") => `typesPackage: { name: acme-types, version: 1.0.0${more} }`;
const PAGES = "  pages: { style: page, parameter: page, routes: { query: [page] } }";
const paged = (to: string, level: Level, uses = LIST): PartCase => ({
  file: "vendor.yaml",
  from: PAGES,
  to: `  pages: ${to}`,
  level,
  uses,
});
/** Pages that are objects, with all that rules read. */
const OBJECT_PAGES = (SERVICE["routes.yaml"] ?? "").replace(
  "query: { page: { type: integer } }\n  responses:\n    200: { type: array, items: { $ref: components/notes.yaml#/note } }",
  `query: { page: { type: integer } }
  responses:
    200: { type: object, required: [data, others], properties: { data: { type: array, items: { $ref: components/notes.yaml#/note } }, others: { type: array, items: { $ref: components/notes.yaml#/problem } }, more: { type: boolean }, done: { type: boolean }, total: { type: integer }, pages: { type: integer }, limit: { type: integer }, next: { type: string } } }`,
);
const pagedObject = (rule: string, level: Level): PartCase => ({
  ...paged(`{ parameter: page, routes: { query: [page] }, ${rule} }`, level),
  given: "  pages: { parameter: page, routes: { query: [page] }, style: page, items: data }",
  files: { "routes.yaml": OBJECT_PAGES },
});
const CATCH_UP = (route: string, more: string) =>
  `  action: none\n  delivery: { body: data.id }\n  catchUp: { route: "${route}", id: id, time: title, event: title, ${more} }`;

// prettier-ignore
export const VENDOR: Readonly<Record<string, PartCase>> = {
  "another name for identifiers": { file: "vendor.yaml", from: "name: acme", to: "name: sprocket", level: "minor", uses: NEW },
  "no empty bodies": lines("emptyBodies: false", "patch", CALL),
  "dates as values": lines("values: { date-time: Date, date: Temporal.PlainDate, int64: bigint }", "patch", CALL),
  "a method of HTTP of the service": lines("methods: [COPY]", "none", CALL),
  "another media type that is asked for": lines("mediaType: { accept: application/vnd.acme.v2+json }", "minor", CALL),
  "no media types of single routes": lines("mediaType: { perRoute: false }", "patch", CALL),
  "another prefix of media types": lines("mediaType: { prefix: application/vnd.sprocket }", "minor", CALL),
  "a name of the client": lines("client: { name: acme-sdk, version: 1.0.0 }", "patch", CALL),
  "headers of a rate limit": lines("rateLimit: { remaining: X-Left, reset: X-Reset, unit: seconds }", "patch", CALL),
  "keys that make requests repeatable": lines("idempotency: { header: Idempotency-Key }", "minor", CALL),
  "the header of an id": lines("requestId: X-Id", "patch", CALL),
  "a class of another name": lines("class: Sprocket", "major", NEW),
  "environments": lines("environments: { production: https://api.acme.example, test: https://test.acme.example }", "minor", NEW),
  "an environment less": lines("environments: { production: https://api.acme.example }", "major", "new Acme({ apiKey: 'a', environment: 'test' });", "environments: { production: https://api.acme.example, test: https://test.acme.example }"),
  "an environment more": lines("environments: { production: https://api.acme.example, test: https://test.acme.example }", "minor", "new Acme({ apiKey: 'a', environment: 'production' });", "environments: { production: https://api.acme.example }"),
  "an environment elsewhere": lines("environments: { production: https://api.acme.example, test: https://t.acme.example }", "minor", "new Acme({ apiKey: 'a', environment: 'test' });", "environments: { production: https://api.acme.example, test: https://test.acme.example }"),
  "no entries": lines("runtime: false", "major", NEW),
  "fewer outputs": { ...lines("outputs: [client, webhooks]", "major"), notJudged: "the modules that programs meet are made for all outputs" },
  "a package of types": typesPackage(TYPES(), "patch"),
  "another name of a package of types": typesPackage(TYPES().replace("acme-types", "acme-payloads"), "major", undefined, TYPES()),
  "texts of a package of types": typesPackage(TYPES(", description: Types., license: MIT, homepage: https://acme.example, bugs: https://acme.example/bugs, repository: { url: git+https://acme.example/a.git, directory: types }"), "patch", undefined, TYPES()),
  "another version of a package of types": typesPackage(TYPES().replace("1.0.0", "1.0.1"), "patch", undefined, TYPES()),
  "texts of a group": lines("tags: { notes: { title: All notes, description: Long. } }", "patch", CALL, "tags: { notes: { title: Notes } }"),

  // variables of the address, options of the class
  "another default of a variable": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: us }", given: "baseUrl: https://{region}.acme.example\nvariables: { region: eu }", level: "minor", uses: NEW },
  "a text of a variable": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, description: Place. } }", given: "baseUrl: https://{region}.acme.example\nvariables: { region: eu }", level: "patch", uses: NEW },
  "a value less of a variable": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, values: [eu] } }", given: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, values: [eu, us] } }", level: "major", uses: region("us") },
  "a value more of a variable": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, values: [eu, us, ap] } }", given: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, values: [eu, us] } }", level: "minor", uses: region("us") },
  "a list of values of a variable": { file: "vendor.yaml", from: "baseUrl: https://api.acme.example", to: "baseUrl: https://{region}.acme.example\nvariables: { region: { default: eu, values: [eu, us] } }", given: "baseUrl: https://{region}.acme.example\nvariables: { region: eu }", level: "major", uses: region("ap") },
  "an option less": lines("", "major", "new Acme({ apiKey: 'a', account: 'b' });", "options: { account: { header: X-Account } }"),
  "an option in another place": lines("options: { account: { query: account } }", "minor", "new Acme({ apiKey: 'a', account: 'b' });", "options: { account: { header: X-Account } }"),
  "an option of another environment variable": lines("options: { account: { header: X-Account, env: ACCOUNT } }", "minor", "new Acme({ apiKey: 'a', account: 'b' });", "options: { account: { header: X-Account } }"),
  "a text of an option": lines("options: { account: { header: X-Account, description: Whose. } }", "patch", "new Acme({ apiKey: 'a', account: 'b' });", "options: { account: { header: X-Account } }"),
  "models of Stainless": lines("surface: stainless\nmodels: { notes.Paper: note }", "patch", undefined, "surface: stainless"),

  // credentials
  "credentials with a prefix": auth('{ header: x-key, prefix: "Token " }', "minor", NEW, "{ header: x-key }"),
  "credentials in a query": auth("{ query: key }", "minor", NEW, "{ header: x-key }"),
  "credentials of another environment variable": auth("{ header: x-key, env: KEY }", "minor", NEW, "{ header: x-key }"),
  "credentials of another option": auth("{ header: x-key, option: token }", "major", NEW, "{ header: x-key }"),
  "a text of credentials": auth("{ header: x-key, description: Who. }", "patch", NEW, "{ header: x-key }"),
  "user and password": auth("{ user: { basic: true, option: apiKey, password: { option: password, env: PASSWORD } } }", "minor", NEW),
  "no password": auth("{ basic: true, option: user }", "major", "new Acme({ user: 'a', password: 'b' });", "{ basic: true, option: user, password: { option: password } }"),
  "credentials that need others": auth("{ key: { header: x-key, with: [app] }, app: { header: x-app } }", "minor", "new Acme({ key: 'a', app: 'b' });", "{ key: { header: x-key }, app: { header: x-app } }"),
  "tokens from another address": auth(OAUTH(", refreshUrl: https://id.acme.example/refresh"), "minor", TOKENS, OAUTH()),
  "tokens in another way": auth(OAUTH(", clientAuthentication: post"), "minor", TOKENS, OAUTH()),
  "a scope more": auth(OAUTH(", scopes: { read: Reads., write: Writes. }"), "minor", TOKENS, OAUTH(", scopes: { read: Reads. }")),
  "a scope less": auth(OAUTH(", scopes: { read: Reads. }"), "minor", TOKENS, OAUTH(", scopes: { read: Reads., write: Writes. }")),
  "no client credentials": auth("{ oauth2: https://id.acme.example/token, flows: [refreshToken] }", "major", TOKENS, OAUTH()),
  "other options of client credentials": auth(OAUTH(", clientId: { option: id, env: ID }, clientSecret: { option: secret, env: SECRET }"), "major", TOKENS, OAUTH()),
  "tokens that the client gets itself": auth("{ oauth2: https://id.acme.example/token, option: apiKey }", "minor", NEW),

  // pages
  "pages by a cursor": paged("{ style: cursor, parameter: page, next: { item: id }, routes: { query: [page] } }", "patch"),
  "pages by a header": paged("{ style: cursor, parameter: page, next: { header: X-Next }, routes: { query: [page] } }", "patch"),
  "pages by links": paged("{ style: link, routes: { query: [page] } }", "patch"),
  "pages from zero": paged("{ style: page, parameter: page, first: 0, routes: { query: [page] } }", "patch"),
  "a size of pages": paged("{ style: page, parameter: page, size: { parameter: page, default: 20, maximum: 100 }, routes: { query: [page] } }", "patch"),
  "pages with a total": pagedObject("style: page, items: data, total: total", "patch"),
  "pages with their number": pagedObject("style: page, items: data, pages: pages", "patch"),
  "pages with a mark of more": pagedObject("style: page, items: data, more: more", "patch"),
  "pages with a mark of the last": pagedObject("style: page, items: data, done: done", "patch"),
  "pages with their size": pagedObject("style: page, items: data, size: { body: limit }", "patch"),
  "pages by a cursor in the body": pagedObject("style: cursor, items: data, next: { body: next }", "patch"),
  "another list in pages": pagedObject("style: page, items: others", "major"),
  "pages of no route": paged("{ style: page, parameter: page }", "major"),

  // deliveries
  "another place of names": webhooks("  event: { header: X-Event }", "minor", "  event: { body: type }"),
  "an id of deliveries": webhooks("  action: none\n  delivery: { body: data.id }"),
  "an id of deliveries in a header": webhooks("  action: none\n  delivery: { header: X-Id }"),
  "deliveries as a form": webhooks("  action: none\n  body: form"),
  "deliveries in a field of a form": webhooks("  action: none\n  body: { form: payload }"),
  "another option for the secret": { ...webhooks("  action: none\n  secret: { option: hookSecret, env: HOOK_SECRET }", "major"), uses: "new Acme({ apiKey: 'a', webhookSecret: 'b' });" },
  "a challenge": webhooks('  action: none\n  challenge: { when: { path: type, equals: check }, signed: false, answer: { status: 200, headers: { x-a: b }, json: { challenge: "{challenge}" } } }'),
  "a challenge by a header": webhooks('  action: none\n  challenge: { when: { header: X-Check }, answer: { text: "{X-Check}" } }'),
  "a challenge by a query": webhooks('  action: none\n  challenge: { when: { query: check }, token: token, answer: { text: "{check}" } }'),
  "another prefix of a preset": webhooks("  signature: { preset: standard-webhooks, prefix: svix }", "minor", "  signature: standard-webhooks"),
  "a described signature": webhooks(SCHEME(""), "minor", "  signature: standard-webhooks"),
  "a signature in base64": webhooks(SCHEME(', encoding: base64, separator: ";", id: { header: X-Id }, secret: { prefix: whsec_, encoding: base64 }'), "minor", "  signature: standard-webhooks"),
  "a time in the body": webhooks('  signature: { header: X-Sign, algorithm: hmac-sha256, content: "{body}", timestamp: { body: data.title, unit: seconds }, tolerance: 300 }', "minor", "  signature: standard-webhooks"),
  "actions of deliveries": { ...webhooks("  action: { body: type }", "patch"), notJudged: "no event has actions" },
  "another relay": webhooks("  action: none\n  relay: { id: [x-id], event: [x-event], signature: [x-sign], body: [body], rawBody: [raw] }", "patch"),
  "a list of what was sent": webhooks(CATCH_UP("GET /pages", "order: newest-first, next: { parameter: page, item: id, more: title }, parameters: { page: 1 }")),
  "a list of what was sent, in an object": { ...webhooks(CATCH_UP("GET /pages", "items: data, next: { parameter: page, item: id }")), files: { "routes.yaml": OBJECT_PAGES } },
  "a list of what was sent, by time": webhooks(CATCH_UP("GET /pages", "order: oldest-first, since: { parameter: page, format: seconds }, next: { parameter: page, body: id, done: title }")),
  "a list of what was sent, by links": webhooks(CATCH_UP("GET /pages", 'next: { parameter: page, link: true }, payload: id, delivery: { route: "GET /notes/{id}", parameters: { id: id }, payload: title }')),
};
