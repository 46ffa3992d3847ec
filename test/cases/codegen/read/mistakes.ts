/** Mistakes in the YAML, with the exact report of each. */
import { KNOWN_KEYS } from "./known-keys.js";

/** A file of the miniature with a mistake in it, and the exact report. */
export interface Mistake {
  readonly title: string;
  readonly files: Readonly<Record<string, string | undefined>>;
  readonly report: readonly string[];
}

const component = (text: string) => ({ "components/other.yaml": text });
const events = (text: string) => ({ "events.yaml": text, "payloads/ping.yaml": undefined });
/** An event with a resource on line 3, and routes that could respond with it. */
const thin = (resource: string) => ({
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
const payload = (text: string) => ({ "payloads/ticket.yaml": text });
const routes = (text: string) => ({ "routes.yaml": text });

/** A route with further lines, which begin on line 3. */
const route = (lines: string, key = "GET /x", responses = "  responses: { 204: null }") =>
  routes(`${key}:\n  operation: x/get\n${lines}${responses}\n`);

const vendor = (change: (text: string) => string) => ({
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
const pages = (rule: string, routesText = PAGED) => ({
  ...vendor((text) => `${text}pagination: { lists: ${rule} }\n`),
  "routes.yaml": routesText,
});

const PAGE = `type: object, properties: { has_more: { type: boolean }, meta: { type: object, properties: { next: { type: string } } }, data: { type: array, items: { type: object, properties: { id: { type: string } } } } }`;

const PAGED = `GET /a:
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
const namedInBody = (event: string, payloadText: string) => ({
  ...vendor((text) => text.replace("{ header: X-Event }", event)),
  "events.yaml": "ping:\nticket: { actions: [opened] }\n",
  "payloads/ping.yaml": `payload: ${payloadText}\n`,
  "payloads/ticket.yaml": `actions: { opened: ${payloadText} }\n`,
});

const challenge = (entry: string) => vendor((text) => `${text}  challenge: ${entry}\n`);

export const mistakes: readonly Mistake[] = [
  // YAML itself
  {
    title: "a syntax error",
    files: component("a: [1\n"),
    report: [
      "components/other.yaml:2:1  The text is invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].",
    ],
  },
  {
    title: "a tab as indentation",
    files: component("a:\n\ttype: string\n"),
    report: ["components/other.yaml:2:1  The indentation is a tab; expected spaces."],
  },
  {
    title: "two documents",
    files: component("a: true\n---\nb: true\n"),
    report: [
      "components/other.yaml:2:1  The document is a second one (`---`); expected one document in a file.",
    ],
  },
  {
    title: "an empty file",
    files: component(""),
    report: ["components/other.yaml:1:1  The file is empty; expected a map."],
  },
  {
    title: "a file of comments",
    files: component("# nothing yet\n"),
    report: ["components/other.yaml:1:1  The file is empty; expected a map."],
  },
  {
    title: "a list as root",
    files: component("- a\n"),
    report: ["components/other.yaml:1:1  The value is a list; expected a map."],
  },
  {
    title: "a key twice",
    files: component("a: true\nb:\n  type: string\n  type: string\n"),
    report: ["components/other.yaml:4:3  b.type: The key `type` is repeated; expected it once."],
  },
  {
    title: "an anchor and its alias",
    files: component("a: &x { type: string }\nb: *x\n"),
    report: [
      "components/other.yaml:1:7  a: The value is marked with the anchor `&x`; expected a `$ref` to a shared schema in components/.",
      "components/other.yaml:2:4  b: The value is the alias `*x`; expected a `$ref` to a shared schema in components/.",
    ],
  },
  {
    title: "an alias without anchor",
    files: component("b: *x\n"),
    report: [
      "components/other.yaml:1:4  b: The value is the alias `*x`; expected a `$ref` to a shared schema in components/.",
    ],
  },
  {
    title: "a merge key",
    files: component("b: { <<: { type: string } }\n"),
    report: [
      'components/other.yaml:1:6  b["<<"]: The key is the merge key `<<`; expected a `$ref` to a shared schema in components/.',
    ],
  },
  {
    title: "a key that is a map",
    files: component("? { a: 1 }\n: true\n"),
    report: ["components/other.yaml:1:3  The key is not a string; expected a plain word."],
  },
  {
    title: "an unknown tag",
    files: component("a: !odd { type: string }\n"),
    report: ["components/other.yaml:1:4  The text is invalid YAML: Unresolved tag: !odd."],
  },
  {
    title: "the key __proto__",
    files: component("a: { properties: { __proto__: true } }\n"),
    report: [
      "components/other.yaml:1:20  a.properties.__proto__: The key is `__proto__`; expected one without a special meaning in JavaScript.",
    ],
  },
  {
    title: "an infinite number",
    files: component("a: { default: .inf }\n"),
    report: [
      "components/other.yaml:1:15  a.default: The value is Infinity; expected a finite number.",
    ],
  },
  {
    title: "CRLF and a byte order mark before a mistake",
    files: component("\uFEFFa:\r\n  tipe: string\r\n"),
    report: [
      `components/other.yaml:2:3  a.tipe: The key \`tipe\` is unknown; expected ${KNOWN_KEYS.schema}. Did you mean \`type\`?`,
    ],
  },
  // Files
  {
    title: "deliveries without events",
    files: { "events.yaml": undefined, "payloads/ping.yaml": undefined },
    report: [
      "events.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
    ],
  },
  {
    title: "neither events nor routes",
    files: {
      "events.yaml": undefined,
      "payloads/ping.yaml": undefined,
      "routes.yaml": undefined,
      "vendor.yaml": "name: acme\ntitle: Acme\n",
    },
    report: [
      "events.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
      "routes.yaml:1:1  The file is missing; expected a map of entries, or `{}` if there are none.",
    ],
  },
  {
    title: "an unknown file",
    files: { "evnts.yaml": "{}\n" },
    report: [
      "evnts.yaml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`. Did you mean `events.yaml`?",
    ],
  },
  {
    title: "another extension",
    files: { "components/more.yml": "{}\n" },
    report: [
      "components/more.yml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`. Did you mean `components/more.yaml`?",
    ],
  },
  {
    title: "a nested folder",
    files: { "payloads/deep/ticket.yaml": "{}\n" },
    report: [
      "payloads/deep/ticket.yaml:1:1  The file is unknown; expected `vendor.yaml`, `events.yaml`, `routes.yaml`, `corrections.yaml`, `payloads/*.yaml` or `components/*.yaml`.",
    ],
  },
  // vendor.yaml
  {
    title: "a missing key",
    files: vendor((text) => text.replace("title: Acme\n", "")),
    report: ["vendor.yaml:1:1  The key `title` is missing; expected it in this map."],
  },
  {
    title: "an unknown key",
    files: vendor((text) => text.replace("title:", "titel:")),
    report: [
      "vendor.yaml:1:1  The key `title` is missing; expected it in this map.",
      `vendor.yaml:2:1  titel: The key \`titel\` is unknown; expected ${KNOWN_KEYS.vendor}. Did you mean \`title\`?`,
    ],
  },
  {
    title: "a type of values that its format does not have",
    files: vendor((text) => `${text}values: { date-time: bigint, int64: number }\n`),
    report: [
      'vendor.yaml:9:22  values.date-time: The value is "bigint"; expected `Date` or `Temporal.Instant`.',
      'vendor.yaml:9:37  values.int64: The value is "number"; expected `bigint`.',
    ],
  },
  {
    title: "values of a format that has none",
    files: vendor((text) => `${text}values: { datetime: Date }\n`),
    report: [
      "vendor.yaml:9:11  values.datetime: The key `datetime` is unknown; expected `date-time`, `date` or `int64`. Did you mean `date-time`?",
    ],
  },
  {
    title: "values that are not described",
    files: vendor((text) => `${text}values: {}\n`),
    report: ["vendor.yaml:9:9  values: The value is an empty map; expected one key or more."],
  },
  {
    title: "values by a single type",
    files: vendor((text) => `${text}values: Date\n`),
    report: ['vendor.yaml:9:9  values: The value is "Date"; expected a map.'],
  },
  {
    title: "a name with capitals",
    files: vendor((text) => text.replace("acme\n", "Acme\n")),
    report: [
      'vendor.yaml:1:7  name: The value is "Acme"; expected a lowercase word of letters and digits.',
    ],
  },
  {
    title: "an address without scheme",
    files: vendor((text) => text.replace("https://", "")),
    report: [
      'vendor.yaml:3:10  baseUrl: The value is "api.acme.example"; expected an address such as `https://api.example.com`, without query or slash at its end.',
    ],
  },
  {
    title: "variables of the address",
    files: vendor((text) =>
      text.replace(
        /baseUrl.*/,
        'baseUrl: "https://{region}.acme.example/{path}"\nvariables:\n  regon: { default: us, values: [eu, us-1] }\n  path: v1\n',
      ),
    ),
    report: [
      "vendor.yaml:3:10  baseUrl: The variable `{region}` is undeclared; expected `region` under `variables`. Did you mean `regon`?",
      "vendor.yaml:5:3  variables.regon: The variable `regon` is not in `baseUrl`; expected `region` or `path`. Did you mean `region`?",
      'vendor.yaml:5:21  variables.regon.default: The default is "us"; expected `eu` or `us-1`.',
    ],
  },
  {
    title: "variables whose defaults make no address",
    files: vendor((text) =>
      text.replace(
        /baseUrl.*/,
        'baseUrl: "{protocol}://{host}/v1"\nvariables: { protocol: ftp, host: h }',
      ),
    ),
    report: [
      'vendor.yaml:3:10  baseUrl: The address is "ftp://h/v1" with the defaults of its variables; expected an http(s) address without query or slash at its end.',
    ],
  },
  {
    title: "a discriminator without alternatives, and one of others",
    files: component(
      `a: { discriminator: { propertyName: kind } }
b:
  oneOf: [{ $ref: "#/c" }]
  discriminator: { propertyName: kind, mapping: { c: "#/c", d: "#/d" } }
c: { type: object }
`,
    ),
    report: [
      "components/other.yaml:1:6  a.discriminator: The discriminator is alone; expected `oneOf` or `anyOf` beside it.",
      'components/other.yaml:4:64  b.discriminator.mapping.d: The alternative is "#/d"; expected `#/c`. Did you mean `#/c`?',
    ],
  },
  {
    title: "an address with a slash at its end",
    files: vendor((text) => text.replace(".example", ".example/")),
    report: [
      'vendor.yaml:3:10  baseUrl: The value is "https://api.acme.example/"; expected an address such as `https://api.example.com`, without query or slash at its end.',
    ],
  },
  {
    title: "a path with a dot segment",
    files: vendor((text) => text.replace("/hooks", "/a/../b")),
    report: [
      'vendor.yaml:5:9  webhooks.path: The value is "/a/../b"; expected a path such as `/api/webhooks`, without query, escapes or dot segments.',
    ],
  },
  {
    title: "a types package without version",
    files: vendor((text) => `${text}typesPackage: { name: acme-types }\n`),
    report: [
      "vendor.yaml:9:1  typesPackage: The key `version` is missing; expected it in this map.",
    ],
  },
  {
    title: "a types package with a name that no registry takes",
    files: vendor((text) => `${text}typesPackage: { name: Acme Types, version: 1.0.0 }\n`),
    report: [
      'vendor.yaml:9:23  typesPackage.name: The value is "Acme Types"; expected the name of a package, such as `acme-webhook-types` or `@acme/webhook-types`.',
    ],
  },
  {
    title: "a types package with half a version",
    files: vendor((text) => `${text}typesPackage: { name: acme-types, version: v1.0 }\n`),
    report: [
      'vendor.yaml:9:44  typesPackage.version: The value is "v1.0"; expected a version such as `1.2.3`.',
    ],
  },
  {
    title: "a header with a space",
    files: vendor((text) => text.replace("X-Event", "X Event")),
    report: [
      'vendor.yaml:6:20  webhooks.event.header: The value is "X Event"; expected a header name.',
    ],
  },
  {
    title: "one header for two",
    files: vendor((text) => text.replace("X-Delivery", "x-event")),
    report: [
      'vendor.yaml:7:23  webhooks.delivery.header: The header is "x-event", the same as that of `event`; expected a different one.',
    ],
  },
  {
    title: "the obsolete headers",
    files: vendor((text) =>
      text.replace(
        /  event:[^]+/,
        "  headers: { event: X-Event, delivery: X-Id, signature: X-Hub-Signature-256 }\n",
      ),
    ),
    report: [
      "vendor.yaml:6:3  webhooks.headers: The key `headers` is obsolete; expected `event: { header: X-Event }`, `delivery: { header: X-Id }` and `signature: github`.",
    ],
  },
  {
    title: "the obsolete headers, with another signature header",
    files: vendor((text) =>
      text.replace(/  event:[^]+/, "  headers: { event: X-Event, signature: X-Sig }\n"),
    ),
    report: [
      'vendor.yaml:6:3  webhooks.headers: The key `headers` is obsolete; expected `event: { header: X-Event }`, `delivery: { header: … }` and `signature: { header: X-Sig, algorithm: hmac-sha256, format: "sha256={signature}" }`.',
    ],
  },
  {
    title: "the obsolete name of a scheme",
    files: vendor((text) => text.replace("github", "hmac-sha256")),
    report: [
      'vendor.yaml:8:14  webhooks.signature: The value is "hmac-sha256"; expected `github`, or `{ header: X-Acme-Signature, algorithm: hmac-sha256, format: "sha256={signature}" }`.',
    ],
  },
  {
    title: "an unknown preset",
    files: vendor((text) => text.replace("github", "strip")),
    report: [
      `vendor.yaml:8:14  webhooks.signature: The value is "strip"; expected ${KNOWN_KEYS.presets}. Did you mean \`stripe\`?`,
    ],
  },
  {
    title: "a prefix that its preset does not have",
    files: vendor((text) => text.replace("github", "{ preset: stripe, prefix: acme }")),
    report: [
      "vendor.yaml:8:24  webhooks.signature.preset: The preset is `stripe`; expected `standard-webhooks`, the only one with a prefix.",
    ],
  },
  {
    title: "a scheme without algorithm",
    files: vendor((text) => text.replace("github", "{ header: X-Sig, algoritm: hmac-sha1 }")),
    report: [
      "vendor.yaml:8:3  webhooks.signature: The key `algorithm` is missing; expected it in this map.",
      "vendor.yaml:8:31  webhooks.signature.algoritm: The key `algoritm` is unknown; expected `header`, `algorithm`, `encoding`, `format`, `separator`, `content`, `id`, `timestamp`, `tolerance` or `secret`. Did you mean `algorithm`?",
    ],
  },
  {
    title: "a scheme with a timestamp that is not signed",
    files: vendor((text) =>
      text.replace(
        "github",
        "{ header: X-Sig, algorithm: hmac-sha1, timestamp: { header: X-Time }, tolerance: 300 }",
      ),
    ),
    report: [
      "vendor.yaml:8:3  webhooks.signature: The scheme's timestamp is not signed; expected it in `content`.",
    ],
  },
  {
    title: "a location in two places",
    files: vendor((text) => text.replace("{ header: X-Event }", "{ header: X-Event, body: type }")),
    report: [
      "vendor.yaml:6:10  webhooks.event: The value is a map; expected either `header` or `body`.",
    ],
  },
  {
    title: "a path that begins with a dot",
    files: vendor((text) => text.replace("{ header: X-Event }", "{ body: .type }")),
    report: [
      'vendor.yaml:6:18  webhooks.event.body: The value is ".type"; expected a dotted path such as `type` or `data.kind`.',
    ],
  },
  {
    title: "an action that is neither none nor a path",
    files: vendor((text) => `${text}  action: non\n`),
    report: [
      'vendor.yaml:9:11  webhooks.action: The value is "non"; expected `none`. Did you mean `none`?',
    ],
  },
  {
    title: "a challenge that looks in two places",
    files: challenge("{ when: { path: type, query: mode }, answer: {} }"),
    report: [
      "vendor.yaml:9:16  webhooks.challenge.when: The map has `path` and `query`; expected one of `path`, `header` and `query`.",
    ],
  },
  {
    title: "a challenge that looks nowhere",
    files: challenge("[{ when: { equals: 1 }, answer: {} }]"),
    report: [
      "vendor.yaml:9:17  webhooks.challenge[0].when: The map has none of them; expected one of `path`, `header` and `query`.",
    ],
  },
  {
    title: "a challenge in the query that may be unsigned",
    files: challenge("{ when: { query: mode }, signed: false, answer: {} }"),
    report: [
      "vendor.yaml:9:39  webhooks.challenge.signed: The key `signed` stands beside `when: { query }`; expected it only beside `when: { path }`.",
    ],
  },
  {
    title: "a challenge in a header with a token",
    files: challenge("{ when: { header: X-Hook }, token: t, answer: {} }"),
    report: [
      "vendor.yaml:9:42  webhooks.challenge.token: The key `token` stands beside `when: { header }`; expected it only beside `when: { query }`.",
    ],
  },
  {
    title: "a challenge with two answers",
    files: challenge('{ when: { path: type }, answer: { json: {}, text: "" } }'),
    report: [
      "vendor.yaml:9:38  webhooks.challenge.answer: The answer has `json` and `text`; expected one of them.",
    ],
  },
  {
    title: "a challenge that signs a form for anyone who asks",
    files: vendor(
      (text) =>
        `${text}  body: form\n  challenge:\n    when: { query: crc }\n    answer: { json: { a: [x, "{hmac:crc}"] } }\n`,
    ),
    report: [
      "vendor.yaml:12:30  webhooks.challenge.answer.json.a[1]: The answer to a challenge holds `{hmac:…}` which could sign a delivery for anyone who asks; expected none, because a delivery can be signed over letters and digits alone.",
    ],
  },
  {
    title: "challenges that sign with a token",
    files: vendor((text) =>
      text.replace(
        "github",
        'gitlab-token\n  challenge: [{ when: { header: X-A }, answer: { headers: { X-B: "{hmac-base64:X-A}" } } }]',
      ),
    ),
    report: [
      "vendor.yaml:9:66  webhooks.challenge[0].answer.headers.X-B: The answer to a challenge holds `{hmac:…}` beside a signature by `token`; expected `hmac-sha256`, whose key makes it.",
    ],
  },
  {
    title: "a name in place of a map",
    files: vendor((text) => `${text}idempotency: Idempotency-Key\n`),
    report: [
      'vendor.yaml:9:14  idempotency: The value is "Idempotency-Key"; expected a map such as `{ header: … }`.',
    ],
  },
  {
    title: "a challenge with a status that is none",
    files: challenge("{ when: { path: type }, answer: { status: 600 } }"),
    report: [
      "vendor.yaml:9:56  webhooks.challenge.answer.status: The value is 600; expected 599 or less.",
    ],
  },
  {
    title: "deliveries without event and signature",
    files: vendor((text) => text.replace(/  event:[^]+/, "")),
    report: [
      "vendor.yaml:4:1  webhooks: The key `event` is missing; expected where a delivery names its event: `{ header: … }` or `{ body: … }`.",
      "vendor.yaml:4:1  webhooks: The key `signature` is missing; expected how deliveries are signed: a preset such as `standard-webhooks`, or a description.",
    ],
  },
  {
    title: "no address, with routes",
    files: vendor((text) => text.replace(/baseUrl.*\n/, "")),
    report: [
      "vendor.yaml:1:1  The key `baseUrl` is missing; expected it, because there is a routes.yaml.",
    ],
  },
  {
    title: "a runtime that is no module",
    files: vendor((text) => `${text}runtime: true\n`),
    report: [
      "vendor.yaml:9:10  runtime: The value is true; expected the name of a package, or `false`.",
    ],
  },
  {
    title: "an empty list of relay keys",
    files: vendor((text) => `${text}  relay: { id: [] }\n`),
    report: [
      "vendor.yaml:9:16  webhooks.relay.id: The value is an empty list; expected one item or more.",
    ],
  },
  {
    title: "a relay key twice",
    files: vendor((text) => `${text}  relay: { id: [a, b, a] }\n`),
    report: [
      "vendor.yaml:9:16  webhooks.relay.id: The value is a list with equal items at 0 and 2; expected each item once.",
    ],
  },
  // events.yaml
  {
    title: "an event that is also an action",
    files: events("ticket.opened:\nping:\nticket:\n  actions: [closed, opened]\n"),
    report: [
      "events.yaml:4:21  ticket.actions[1]: The name `ticket.opened` is also that of the event at events.yaml:1:1; expected each name once.",
    ],
  },
  {
    title: "an action that is also an event",
    files: events("ticket:\n  actions: { opened: }\nticket.opened:\n"),
    report: [
      'events.yaml:3:1  ["ticket.opened"]: The name `ticket.opened` is also that of the action at events.yaml:2:14; expected each name once.',
    ],
  },
  {
    title: "a resource of an unknown route",
    files: thin('{ route: "GET /thing/{id}", parameters: { id: data.id } }'),
    report: [
      "events.yaml:3:22  thin.resource.route: The route is `GET /thing/{id}`; expected one of routes.yaml. Did you mean `GET /things/{id}`?",
    ],
  },
  {
    title: "a resource without a parameter, with an unknown one, and with an unknown path",
    files: thin('{ route: "GET /things/{id}", parameters: { ids: data.ide } }'),
    report: [
      "events.yaml:3:13  thin.resource: The parameter `id` of `GET /things/{id}` is missing; expected it.",
      "events.yaml:3:61  thin.resource.parameters.ids: The parameter is `ids`, which `GET /things/{id}` does not have; expected `id` or `full`. Did you mean `id`?",
      "events.yaml:3:61  thin.resource.parameters.ids: The path is `data.ide`, which the payload does not have; expected `data.id`. Did you mean `data.id`?",
    ],
  },
  {
    title: "a resource of a route with a required body",
    files: thin("{ route: POST /things }"),
    report: [
      "events.yaml:3:22  thin.resource.route: The route `POST /things` has a required body; expected one without.",
    ],
  },
  {
    title: "a resource of a route that streams",
    files: thin("{ route: GET /stream }"),
    report: [
      "events.yaml:3:22  thin.resource.route: The route `GET /stream` streams; expected one with a whole response.",
    ],
  },
  {
    title: "an event name with a space at its end",
    files: events('"ping ":\n'),
    report: [
      'events.yaml:1:1  ["ping "]: The key is "ping "; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "two placeholders",
    files: events('"{a}.{b}":\n'),
    report: [
      'events.yaml:1:1  ["{a}.{b}"]: The name is one with 2 placeholders; expected one at most.',
    ],
  },
  {
    title: "a placeholder that is a part of a word",
    files: events("a{b}.c:\n"),
    report: [
      'events.yaml:1:1  ["a{b}.c"]: The placeholder is a part of a word; expected it between `.`, `/`, `:` or spaces.',
    ],
  },
  {
    title: "two placeholders for the same names",
    files: events('"{a}.made":\nx.made:\n"x.{b}":\n"{c}.made.twice":\n'),
    report: [
      'events.yaml:3:1  ["x.{b}"]: The name matches names that the event at events.yaml:1:1 matches; expected each name once.',
    ],
  },
  {
    title: "actions of a vendor without",
    files: {
      ...events("a:\n  actions: [b]\nc:\n"),
      ...vendor((text) => `${text}  action: none\n`),
    },
    report: [
      "events.yaml:2:3  a.actions: The event is one with actions; expected none, because vendor.yaml says `action: none`.",
    ],
  },
  {
    title: "the reserved event name *",
    files: events('"*":\n'),
    report: [
      'events.yaml:1:1  ["*"]: The key is "*"; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "the reserved event name error",
    files: events("error:\n"),
    report: [
      'events.yaml:1:1  error: The key is "error"; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "an event twice",
    files: events("ping:\nping:\n"),
    report: ["events.yaml:2:1  ping: The key `ping` is repeated; expected it once."],
  },
  {
    title: "no actions in the list",
    files: events("a: { actions: [] }\n"),
    report: ["events.yaml:1:15  a.actions: The value is an empty list; expected one item or more."],
  },
  {
    title: "no actions in the map",
    files: events("a: { actions: {} }\n"),
    report: ["events.yaml:1:15  a.actions: The value is an empty map; expected one key or more."],
  },
  {
    title: "an action that is a number",
    files: events("a: { actions: [b, 7] }\n"),
    report: ["events.yaml:1:19  a.actions[1]: The value is 7; expected a string."],
  },
  {
    title: "an action twice",
    files: events("a: { actions: [b, c, b] }\n"),
    report: [
      "events.yaml:1:15  a.actions: The value is a list with equal items at 0 and 2; expected each item once.",
    ],
  },
  {
    title: "an action with a star",
    files: events("a: { actions: { b*: } }\n"),
    report: [
      'events.yaml:1:17  a.actions["b*"]: The key is "b*"; expected an action as the service sends it: at most 200 characters on one line, without `*` and outer spaces.',
    ],
  },
  {
    title: "an unknown key of an event",
    files: events("a:\n  action: [b]\n"),
    report: [
      "events.yaml:2:3  a.action: The key `action` is unknown; expected `description`, `actions` or `resource`. Did you mean `actions`?",
    ],
  },
  {
    title: "an empty description",
    files: events('a: { description: "" }\n'),
    report: ['events.yaml:1:19  a.description: The value is ""; expected some text.'],
  },
  // payloads
  {
    title: "payloads of an unknown event",
    files: { "payloads/tickt.yaml": "payload: true\n" },
    report: [
      "payloads/tickt.yaml:1:1  The event is `tickt`, after the file name; expected an event of events.yaml. Did you mean `payloads/ticket.yaml`?",
    ],
  },
  {
    title: "payloads of an event that was deleted",
    files: { "payloads/invoice.yaml": "payload: true\n" },
    report: [
      "payloads/invoice.yaml:1:1  The event is `invoice`, after the file name; expected an event of events.yaml. Delete the file if the event is gone.",
    ],
  },
  {
    title: "payloads of an event whose file has another name",
    files: {
      "events.yaml": "orders/create:\nping:\n",
      "payloads/orders_create.yaml": "payload: true\n",
    },
    report: [
      "payloads/orders_create.yaml:1:1  The event is `orders_create`, after the file name; expected an event of events.yaml. Did you mean `event: orders/create`?",
    ],
  },
  {
    title: "payloads of an unknown event, by its key",
    files: { "payloads/x.yaml": "event: pin\npayload: true\n" },
    report: [
      "payloads/x.yaml:1:8  event: The event is `pin`; expected an event of events.yaml. Did you mean `ping`?",
    ],
  },
  {
    title: "two files of one event",
    files: { "payloads/x.yaml": "event: ping\npayload: true\n" },
    report: [
      "payloads/x.yaml:1:8  event: The event is `ping`, which payloads/ping.yaml also describes; expected one file for each event.",
    ],
  },
  {
    title: "payloads of an unknown action",
    files: payload("actions:\n  openned: true\n"),
    report: [
      "payloads/ticket.yaml:2:3  actions.openned: The action is `openned`; expected `opened` or `closed`. Did you mean `opened`?",
    ],
  },
  {
    title: "one payload of an event with actions",
    files: payload("payload: true\n"),
    report: [
      "payloads/ticket.yaml:1:1  payload: The event `ticket` is one with actions; expected `actions`. Did you mean `actions`?",
    ],
  },
  {
    title: "actions of an event without",
    files: { "payloads/ping.yaml": "actions: { a: true }\n" },
    report: [
      "payloads/ping.yaml:1:1  actions: The event `ping` is without actions; expected `payload`. Did you mean `payload`?",
    ],
  },
  {
    title: "an unknown key of a payload file",
    files: payload("action: {}\n"),
    report: [
      "payloads/ticket.yaml:1:1  action: The key `action` is unknown; expected `event`, `payload` or `actions`. Did you mean `actions`?",
    ],
  },
  {
    title: "a prototype key as action",
    files: payload("actions: { constructor: true }\n"),
    report: [
      "payloads/ticket.yaml:1:12  actions.constructor: The action is `constructor`; expected `opened` or `closed`.",
    ],
  },
  // Schemas
  {
    title: "an unknown keyword",
    files: component("a:\n  propertes: {}\n"),
    report: [
      `components/other.yaml:2:3  a.propertes: The key \`propertes\` is unknown; expected ${KNOWN_KEYS.schema}. Did you mean \`properties\`?`,
    ],
  },
  {
    title: "an unknown type",
    files: component("a: { type: strng }\n"),
    report: [
      'components/other.yaml:1:12  a.type: The value is "strng"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `string`?',
    ],
  },
  {
    title: "an unknown type in a list",
    files: component("a: { type: [string, nul] }\n"),
    report: [
      'components/other.yaml:1:21  a.type[1]: The value is "nul"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `null`?',
    ],
  },
  {
    title: "a type that is a number",
    files: component("a: { type: 7 }\n"),
    report: ["components/other.yaml:1:12  a.type: The value is 7; expected a string or a list."],
  },
  {
    title: "a schema that is a word",
    files: component("a: string\n"),
    report: ['components/other.yaml:1:4  a: The value is "string"; expected a map or a boolean.'],
  },
  {
    title: "required that is no list",
    files: component("a: { required: yes }\n"),
    report: ['components/other.yaml:1:16  a.required: The value is "yes"; expected a list.'],
  },
  {
    title: "required that is misspelt",
    files: component("a: { required: [titel], properties: { title: true } }\n"),
    report: [
      'components/other.yaml:1:17  a.required[0]: The required property is "titel"; expected a name from `properties`. Did you mean `title`?',
    ],
  },
  {
    title: "a count below zero",
    files: component("a: { minLength: -1 }\n"),
    report: ["components/other.yaml:1:17  a.minLength: The value is -1; expected 0 or more."],
  },
  {
    title: "a count that is a text",
    files: component('a: { minItems: "1" }\n'),
    report: ['components/other.yaml:1:16  a.minItems: The value is "1"; expected an integer.'],
  },
  {
    title: "a pattern that is none",
    files: component('a: { pattern: "(" }\n'),
    report: [
      'components/other.yaml:1:15  a.pattern: The value is "("; expected a regular expression.',
    ],
  },
  {
    title: "an empty oneOf",
    files: component("a: { oneOf: [] }\n"),
    report: [
      "components/other.yaml:1:13  a.oneOf: The value is an empty list; expected one item or more.",
    ],
  },
  {
    title: "a component name with a dot",
    files: component("a.b: true\n"),
    report: [
      'components/other.yaml:1:1  ["a.b"]: The key is "a.b"; expected a component name of letters, digits, `_` and `-` that begins with a letter.',
    ],
  },
  // References
  {
    title: "a reference to a missing component",
    files: component("a: { $ref: shared.yaml#/tickt }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "shared.yaml#/tickt"; expected an existing component, but `components/shared.yaml` has no `tickt`. Did you mean `shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a missing component of the file",
    files: component('a: { items: { $ref: "#/b" } }\n'),
    report: [
      'components/other.yaml:1:21  a.items.$ref: The reference is "#/b"; expected an existing component, but `components/other.yaml` has no `b`. Did you mean `#/a`?',
    ],
  },
  {
    title: "a reference to a missing file",
    files: payload("actions:\n  opened: { $ref: ../components/sharde.yaml#/ticket }\n"),
    report: [
      'payloads/ticket.yaml:2:19  actions.opened.$ref: The reference is "../components/sharde.yaml#/ticket"; expected an existing file, but there is no `components/sharde.yaml`. Did you mean `../components/shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a file that holds no components",
    files: component("a: { $ref: ../payloads/ping.yaml#/payload }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "../payloads/ping.yaml#/payload"; expected an existing file, but there is no `payloads/ping.yaml`.',
    ],
  },
  {
    title: "a reference out of the folder",
    files: component("a: { $ref: ../../components/shared.yaml#/ticket }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "../../components/shared.yaml#/ticket"; expected an existing file, but there is no `../components/shared.yaml`. Did you mean `shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a reference to a prototype key",
    files: component("a: { $ref: shared.yaml#/constructor }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The reference is "shared.yaml#/constructor"; expected an existing component, but `components/shared.yaml` has no `constructor`.',
    ],
  },
  {
    title: "a reference without fragment",
    files: component("a: { $ref: shared.yaml }\n"),
    report: [
      'components/other.yaml:1:12  a.$ref: The value is "shared.yaml"; expected a reference such as `components/api.yaml#/issue`.',
    ],
  },
  {
    title: "a reference that is not alone",
    files: component("a: { $ref: shared.yaml#/ticket, description: Mine. }\n"),
    report: [
      "components/other.yaml:1:6  a.$ref: The `$ref` is beside `description`; expected it alone. To add keywords, list it under `allOf`.",
    ],
  },
  {
    title: "references in a circle",
    files: component("a: { $ref: '#/b' }\nb: { $ref: '#/a' }\nc: { $ref: '#/a' }\n"),
    report: [
      "components/other.yaml:1:12  a.$ref: The component `a` is a reference to itself; expected a schema.",
      "components/other.yaml:2:12  b.$ref: The component `b` is a reference to itself; expected a schema.",
    ],
  },
  // routes.yaml: keys
  {
    title: "an unknown method",
    files: route("", "PSOT /x"),
    report: [
      'routes.yaml:1:1  ["PSOT /x"]: The method is "PSOT"; expected `GET`, `HEAD`, `OPTIONS`, `POST`, `PUT`, `PATCH`, `DELETE` or `QUERY` and a space before the URL. Other methods are declared by `methods` in vendor.yaml. Did you mean `POST`?',
    ],
  },
  {
    title: "a method that takes no place in the format",
    files: route("", "TRACE /x"),
    report: [
      'routes.yaml:1:1  ["TRACE /x"]: The method is "TRACE"; expected `GET`, `HEAD`, `OPTIONS`, `POST`, `PUT`, `PATCH`, `DELETE` or `QUERY` and a space before the URL. Other methods are declared by `methods` in vendor.yaml.',
    ],
  },
  {
    title: "a method in another case than vendor.yaml declares",
    files: { ...vendor((text) => `${text}methods: [COPY]\n`), ...route("", "Copy /x") },
    report: [
      'routes.yaml:1:1  ["Copy /x"]: The method is "Copy"; expected `GET`, `HEAD`, `OPTIONS`, `POST`, `PUT`, `PATCH`, `DELETE`, `QUERY` or `COPY` and a space before the URL. Other methods are declared by `methods` in vendor.yaml. Did you mean `COPY`?',
    ],
  },
  {
    title: "a declared method that `fetch` refuses",
    files: vendor((text) => `${text}methods: [Trace]\n`),
    report: [
      'vendor.yaml:9:11  methods[0]: The value is "Trace"; expected a method such as `COPY`, which is none of the usual ones and none that `fetch` refuses (CONNECT, TRACE, TRACK).',
    ],
  },
  {
    title: "a method in lowercase",
    files: route("", "get /x"),
    report: [
      'routes.yaml:1:1  ["get /x"]: The method is "get"; expected `GET`, `HEAD`, `OPTIONS`, `POST`, `PUT`, `PATCH`, `DELETE` or `QUERY` and a space before the URL. Other methods are declared by `methods` in vendor.yaml. Did you mean `GET`?',
    ],
  },
  {
    title: "two spaces",
    files: route("", "GET  /x"),
    report: [
      'routes.yaml:1:1  ["GET  /x"]: The URL is " /x"; expected a path that begins with `/`.',
    ],
  },
  {
    title: "no method",
    files: route("", "/x"),
    report: [
      'routes.yaml:1:1  ["/x"]: The method is "/x"; expected `GET`, `HEAD`, `OPTIONS`, `POST`, `PUT`, `PATCH`, `DELETE` or `QUERY` and a space before the URL. Other methods are declared by `methods` in vendor.yaml.',
    ],
  },
  {
    title: "a full URL",
    files: route("", "GET https://x.example/x"),
    report: [
      'routes.yaml:1:1  ["GET https://x.example/x"]: The URL is "https://x.example/x"; expected a path that begins with `/`.',
    ],
  },
  {
    title: "a brace that is not closed",
    files: route("  path: { id: string }\n", '"GET /x/{id"'),
    report: [
      'routes.yaml:1:1  ["GET /x/{id"]: The URL is "/x/{id"; expected placeholders such as `{name}`, of letters, digits, `_` and `-`.',
    ],
  },
  {
    title: "a placeholder with an operator",
    files: route("", '"GET /x{?id}"'),
    report: [
      'routes.yaml:1:1  ["GET /x{?id}"]: The URL is "/x{?id}"; expected placeholders such as `{name}`, of letters, digits, `_` and `-`.',
    ],
  },
  {
    title: "a placeholder with a colon",
    files: route("", "GET /x/:id"),
    report: [
      'routes.yaml:1:1  ["GET /x/:id"]: The URL is "/x/:id"; expected placeholders to be written `{name}`.',
    ],
  },
  {
    title: "a placeholder in the query of the URL",
    files: route("", '"GET /x?a={b}"'),
    report: [
      'routes.yaml:1:1  ["GET /x?a={b}"]: The URL is "/x?a={b}"; expected no placeholders after the path: `query` declares parameters.',
    ],
  },
  {
    title: "a dot segment",
    files: route("", "GET /x/../y"),
    report: [
      'routes.yaml:1:1  ["GET /x/../y"]: The URL is "/x/../y"; expected no `.` and `..` segments.',
    ],
  },
  {
    title: "an empty segment",
    files: route("", "GET //x"),
    report: ['routes.yaml:1:1  ["GET //x"]: The URL is "//x"; expected no empty segment.'],
  },
  {
    title: "a space in the URL",
    files: route("", "GET /x y"),
    report: ['routes.yaml:1:1  ["GET /x y"]: The URL is "/x y"; expected no " " in it.'],
  },
  {
    title: "a route twice",
    files: routes(
      "GET /x: { operation: x/a, responses: { 204: null } }\nGET /x: { operation: x/b, responses: { 204: null } }\n",
    ),
    report: ['routes.yaml:2:1  ["GET /x"]: The key `GET /x` is repeated; expected it once.'],
  },
  // routes.yaml: parameters
  {
    title: "a placeholder without parameter",
    files: route("", '"GET /x/{id}"'),
    report: [
      'routes.yaml:1:1  ["GET /x/{id}"]: The placeholder `{id}` is undeclared; expected `id` under `path`.',
    ],
  },
  {
    title: "a parameter without placeholder",
    files: route("  path: { idd: string, other: string }\n", '"GET /x/{id}"'),
    report: [
      'routes.yaml:1:1  ["GET /x/{id}"]: The placeholder `{id}` is undeclared; expected `id` under `path`.',
      'routes.yaml:3:11  ["GET /x/{id}"].path.idd: The parameter `idd` is not in the URL; expected `id`. Did you mean `id`?',
      'routes.yaml:3:24  ["GET /x/{id}"].path.other: The parameter `other` is not in the URL; expected `id`.',
    ],
  },
  {
    title: "a placeholder twice",
    files: route("  path: { id: string }\n", '"GET /x/{id}/{id}"'),
    report: [
      'routes.yaml:1:1  ["GET /x/{id}/{id}"]: The placeholder `{id}` is repeated; expected it once.',
    ],
  },
  {
    title: "a header in two cases, and one in the query too",
    files: route("  query: { a: string }\n  header: { X-Id: string, x-id: string, a: string }\n"),
    report: [
      'routes.yaml:4:27  ["GET /x"].header.x-id: The header is `x-id`, the same as `X-Id`; expected a different one.',
      'routes.yaml:4:41  ["GET /x"].header.a: The parameter `a` is also in the query; expected another name.',
    ],
  },
  {
    title: "headers that something else sets",
    files: route("  header: { Accept: string, Authorization: string, content-type: string }\n"),
    report: [
      'routes.yaml:3:13  ["GET /x"].header.Accept: The header is `Accept`, which `accept` of the route sets; expected another header.',
      'routes.yaml:3:29  ["GET /x"].header.Authorization: The header is `Authorization`, which the caller\'s option `headers` sets; expected another header.',
      'routes.yaml:3:52  ["GET /x"].header.content-type: The header is `content-type`, which `contentType` of the body sets; expected another header.',
    ],
  },
  {
    title: "a header with a space, and an unknown key of a cookie",
    files: route("  header: { X Id: string }\n  cookie: { a: { type: string, stile: comma } }\n"),
    report: [
      'routes.yaml:3:13  ["GET /x"].header["X Id"]: The key is "X Id"; expected a header name.',
      `routes.yaml:4:32  ["GET /x"].cookie.a.stile: The key \`stile\` is unknown; expected ${KNOWN_KEYS.cookieParameter}. Did you mean \`style\`?`,
    ],
  },
  {
    title: "a path parameter with a style beside its segments",
    files: route(
      "  path: { id: { type: string, multiSegment: true, style: label } }\n",
      '"GET /x/{id}"',
    ),
    report: [
      'routes.yaml:3:51  ["GET /x/{id}"].path.id.style: The style is `label` beside `multiSegment`; expected one of the two.',
    ],
  },
  {
    title: "a body in both forms",
    files: route(
      "  body: { content: { text/plain: { type: string } }, contentType: text/plain, schema: true }\n",
      "POST /x",
    ),
    report: [
      'routes.yaml:3:54  ["POST /x"].body.contentType: The key `contentType` is beside `content`; expected it inside.',
      'routes.yaml:3:79  ["POST /x"].body.schema: The key `schema` is beside `content`; expected it inside.',
    ],
  },
  {
    title: "a body of an unknown media type",
    files: route("  body: { content: { text: { type: string } } }\n", "POST /x"),
    report: [
      'routes.yaml:3:22  ["POST /x"].body.content.text: The key is "text"; expected a media type such as `text/plain`.',
    ],
  },
  {
    title: "a mistake in one of several schemas of a body",
    files: route(
      "  body:\n    content:\n      application/json: { tipe: object }\n      text/plain: { schema: { $ref: components/shared.yaml#/pge } }\n",
      "POST /x",
    ),
    report: [
      `routes.yaml:5:27  ["POST /x"].body.content["application/json"].tipe: The key \`tipe\` is unknown; expected ${KNOWN_KEYS.schema}. Did you mean \`type\`?`,
      'routes.yaml:6:37  ["POST /x"].body.content["text/plain"].schema.$ref: The reference is "components/shared.yaml#/pge"; expected an existing component, but `components/shared.yaml` has no `pge`. Did you mean `components/shared.yaml#/page`?',
    ],
  },
  {
    title: "lists and an encoding for JSON",
    files: route(
      "  body: { schema: true, lists: brackets, encoding: { a: { style: json } } }\n",
      "POST /x",
    ),
    report: [
      'routes.yaml:3:25  ["POST /x"].body.lists: The key `lists` is given for `application/json`; expected it for `application/x-www-form-urlencoded` or `multipart/form-data`.',
      'routes.yaml:3:42  ["POST /x"].body.encoding: The key `encoding` is given for `application/json`; expected it for `application/x-www-form-urlencoded` or `multipart/form-data`.',
    ],
  },
  {
    title: "an encoding of a property that the body does not have",
    files: route(
      "  body:\n    contentType: application/x-www-form-urlencoded\n    schema: { properties: { file: true } }\n    encoding: { fil: { style: comma }, file: { contentType: image/png } }\n",
      "POST /x",
    ),
    report: [
      'routes.yaml:6:17  ["POST /x"].body.encoding.fil: The property is `fil`; expected `file`. Did you mean `file`?',
      'routes.yaml:6:48  ["POST /x"].body.encoding.file.contentType: The content type of a part is given; expected it for `multipart/form-data` only.',
    ],
  },
  {
    title: "a parameter in two places",
    files: route("  path: { id: string }\n  query: { id: string }\n", '"GET /x/{id}"'),
    report: [
      'routes.yaml:4:12  ["GET /x/{id}"].query.id: The parameter `id` is also in the path; expected another name.',
    ],
  },
  {
    title: "an unknown shorthand",
    files: route("  query: { a: int }\n"),
    report: [
      'routes.yaml:3:15  ["GET /x"].query.a: The value is "int"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `integer`?',
    ],
  },
  {
    title: "a parameter that is null",
    files: route("  query: { a: }\n"),
    report: [
      'routes.yaml:3:15  ["GET /x"].query.a: The value is null; expected a string or a map.',
    ],
  },
  {
    title: "an unknown keyword of a parameter",
    files: route("  query: { a: { type: string, requierd: true } }\n"),
    report: [
      `routes.yaml:3:31  ["GET /x"].query.a.requierd: The key \`requierd\` is unknown; expected ${KNOWN_KEYS.queryParameter}. Did you mean \`required\`?`,
    ],
  },
  {
    title: "required on a path parameter",
    files: route("  path: { id: { type: string, required: true } }\n", '"GET /x/{id}"'),
    report: [
      `routes.yaml:3:31  ["GET /x/{id}"].path.id.required: The key \`required\` is unknown; expected ${KNOWN_KEYS.pathParameter}.`,
    ],
  },
  {
    title: "multiSegment on a query parameter",
    files: route("  query: { a: { type: string, multiSegment: true } }\n"),
    report: [
      `routes.yaml:3:31  ["GET /x"].query.a.multiSegment: The key \`multiSegment\` is unknown; expected ${KNOWN_KEYS.queryParameter}.`,
    ],
  },
  {
    title: "an unknown style",
    files: route("  query: { a: { type: array, style: bracket } }\n"),
    report: [
      'routes.yaml:3:37  ["GET /x"].query.a.style: The value is "bracket"; expected `comma`, `brackets`, `explode`, `spaces`, `pipes`, `tabs`, `json` or `whole`. Did you mean `brackets`?',
    ],
  },
  {
    title: "a style where none is needed",
    files: route("  query: { a: { type: string, style: comma } }\n"),
    report: [
      'routes.yaml:3:31  ["GET /x"].query.a.style: The style is given for the type string; expected one for array or object only.',
    ],
  },
  {
    title: "an object without style",
    files: route("  query: { a: object, b: { $ref: components/shared.yaml#/filter } }\n"),
    report: [
      'routes.yaml:3:12  ["GET /x"].query.a: The style is missing; expected `comma`, `brackets`, `explode` or `json` for an object.',
      'routes.yaml:3:23  ["GET /x"].query.b: The style is missing; expected `comma`, `brackets`, `explode` or `json` for an object.',
    ],
  },
  {
    title: "a reference of a parameter that leads nowhere",
    files: route("  query: { a: { $ref: components/shared.yaml#/pge, required: true } }\n"),
    report: [
      'routes.yaml:3:23  ["GET /x"].query.a.$ref: The reference is "components/shared.yaml#/pge"; expected an existing component, but `components/shared.yaml` has no `pge`. Did you mean `components/shared.yaml#/page`?',
    ],
  },
  // routes.yaml: the rest
  {
    title: "a missing operation",
    files: routes("GET /x:\n  responses: { 204: null }\n"),
    report: [
      'routes.yaml:1:1  ["GET /x"]: The key `operation` is missing; expected it in this map.',
    ],
  },
  {
    title: "an operation without group",
    files: routes("GET /x: { operation: get, responses: { 204: null } }\n"),
    report: [
      'routes.yaml:1:22  ["GET /x"].operation: The value is "get"; expected a name such as `issues/list-for-repo`.',
    ],
  },
  {
    title: "an operation twice",
    files: routes(
      "GET /x: { operation: x/a, responses: { 204: null } }\nGET /y: { operation: x/a, responses: { 204: null } }\n",
    ),
    report: [
      'routes.yaml:2:22  ["GET /y"].operation: The operation is `x/a`, as in `GET /x`; expected a unique name.',
    ],
  },
  {
    title: "a body of a GET",
    files: route("  body: { schema: true }\n"),
    report: [
      'routes.yaml:3:3  ["GET /x"].body: The body is given for GET; expected none. GET sends its parameters in the query.',
    ],
  },
  {
    title: "a body without schema",
    files: route("  body: { required: false }\n", "POST /x"),
    report: [
      'routes.yaml:3:3  ["POST /x"].body: The key `schema` is missing; expected it in this map.',
    ],
  },
  {
    title: "a content type that is none",
    files: route("  body: { contentType: json, schema: true }\n", "POST /x"),
    report: [
      'routes.yaml:3:24  ["POST /x"].body.contentType: The value is "json"; expected a media type such as `text/plain`.',
    ],
  },
  {
    title: "a server with a query",
    files: route("  server: https://x.example?a\n"),
    report: [
      'routes.yaml:3:11  ["GET /x"].server: The value is "https://x.example?a"; expected an address such as `https://api.example.com`, without query or slash at its end.',
    ],
  },
  {
    title: "no responses",
    files: route("", "GET /x", "  responses: {}"),
    report: [
      'routes.yaml:3:14  ["GET /x"].responses: The value is an empty map; expected one key or more.',
    ],
  },
  {
    title: "a status that is none",
    files: route("", "GET /x", "  responses: { ok: null }"),
    report: [
      'routes.yaml:3:16  ["GET /x"].responses.ok: The key is "ok"; expected a status such as `200`, `4XX` or `default`.',
    ],
  },
  {
    title: "an unknown key beside a response's schema",
    files: route("", "GET /x", "  responses: { 200: { schema: true, contenttype: text/plain } }"),
    report: [
      'routes.yaml:3:37  ["GET /x"].responses.200.contenttype: The key `contenttype` is unknown; expected `description`, `contentType` or `schema`. Did you mean `contentType`?',
    ],
  },
  {
    title: "a response's schema with a mistake",
    files: route(
      "",
      "GET /x",
      "  responses: { 200: { contentType: text/plain, schema: { type: strin } } }",
    ),
    report: [
      'routes.yaml:3:64  ["GET /x"].responses.200.schema.type: The value is "strin"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `string`?',
    ],
  },
  {
    title: "a route that is null",
    files: routes("GET /x:\n"),
    report: [
      'routes.yaml:1:8  ["GET /x"]: The value is null; expected a map such as `{ operation: … }`.',
    ],
  },
  // Several at once
  {
    title: "mistakes of several kinds and files",
    files: {
      ...component("a: { type: strng, $ref: '#/c' }\n"),
      ...routes(
        "GET /x/{id}:\n  oporation: x/get\n  query: { url: string, a: { type: int } }\n  responses: { 200: { $ref: components/other.yaml#/d } }\n",
      ),
    },
    report: [
      'components/other.yaml:1:12  a.type: The value is "strng"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `string`?',
      "components/other.yaml:1:19  a.$ref: The `$ref` is beside `type`; expected it alone. To add keywords, list it under `allOf`.",
      'components/other.yaml:1:25  a.$ref: The reference is "#/c"; expected an existing component, but `components/other.yaml` has no `c`. Did you mean `#/a`?',
      'routes.yaml:1:1  ["GET /x/{id}"]: The key `operation` is missing; expected it in this map.',
      'routes.yaml:1:1  ["GET /x/{id}"]: The placeholder `{id}` is undeclared; expected `id` under `path`.',
      `routes.yaml:2:3  ["GET /x/{id}"].oporation: The key \`oporation\` is unknown; expected ${KNOWN_KEYS.route}. Did you mean \`operation\`?`,
      'routes.yaml:3:36  ["GET /x/{id}"].query.a.type: The value is "int"; expected `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`. Did you mean `integer`?',
      'routes.yaml:4:29  ["GET /x/{id}"].responses.200.$ref: The reference is "components/other.yaml#/d"; expected an existing component, but `components/other.yaml` has no `d`. Did you mean `components/other.yaml#/a`?',
    ],
  },

  // The client
  {
    title: "a scheme of no kind",
    files: vendor((text) => `${text}auth: { prefix: Token }\n`),
    report: [
      "vendor.yaml:9:1  auth: The scheme has no kind; expected one of `bearer`, `basic`, `header`, `query` or `oauth2`.",
    ],
  },
  {
    title: "a scheme of two kinds, among others",
    files: vendor(
      (text) => `${text}auth: { one: { bearer: true, query: key }, two: { basic: true } }\n`,
    ),
    report: [
      "vendor.yaml:9:9  auth.one: The scheme has `bearer` and `query`; expected one of `bearer`, `basic`, `header`, `query` or `oauth2`.",
    ],
  },
  {
    title: "a prefix of a query parameter",
    files: vendor((text) => `${text}auth: { query: key, prefix: Token }\n`),
    report: [
      "vendor.yaml:9:21  auth.prefix: The key `prefix` is beside no `header`; expected it only there.",
    ],
  },
  {
    title: "what belongs to OAuth 2 beside another kind",
    files: vendor(
      (text) => `${text}auth: { bearer: true, scopes: { a: A }, flows: [refreshToken] }\n`,
    ),
    report: [
      "vendor.yaml:9:23  auth.scopes: The key `scopes` is beside no `oauth2`; expected it only there.",
      "vendor.yaml:9:41  auth.flows: The key `flows` is beside no `oauth2`; expected it only there.",
    ],
  },
  {
    title: "addresses to which no secret may be sent",
    files: vendor(
      (text) =>
        `${text}auth: { oauth2: http://acme.example/t, refreshUrl: "https://{tenant}.example/t" }\n`,
    ),
    report: [
      'vendor.yaml:9:17  auth.oauth2: The URL is "http://acme.example/t"; expected one with `https:`, or a relative one.',
      'vendor.yaml:9:52  auth.refreshUrl: The URL is "https://{tenant}.example/t"; expected one with `https:`, or a relative one.',
    ],
  },
  {
    title: "OAuth 2 in a way that no client can go",
    files: vendor(
      (text) =>
        `${text}auth: { oauth2: /t, flows: [implicit], clientAuthentication: jwt, scopes: { "a b": A } }\n`,
    ),
    report: [
      'vendor.yaml:9:29  auth.flows[0]: The value is "implicit"; expected `clientCredentials` or `refreshToken`.',
      'vendor.yaml:9:62  auth.clientAuthentication: The value is "jwt"; expected `basic` or `post`.',
      'vendor.yaml:9:77  auth.scopes["a b"]: The key is "a b"; expected a scope without spaces.',
    ],
  },
  {
    title: "a scheme beside one that nobody declares",
    files: vendor(
      (text) => `${text}auth: { key: { header: X-Key, with: [ap] }, app: { query: a } }\n`,
    ),
    report: [
      "vendor.yaml:9:38  auth.key.with[0]: The scheme `ap` is undeclared; expected `key` or `app`. Did you mean `app`?",
    ],
  },
  {
    title: "a route with schemes that nobody declares",
    files: {
      ...vendor((text) => `${text}auth: { key: { header: X-Key }, app: { query: a } }\n`),
      ...route("  auth: [app, kee]\n"),
    },
    report: [
      'routes.yaml:3:15  ["GET /x"].auth[1]: The scheme `kee` is undeclared; expected `key` or `app`. Did you mean `key`?',
    ],
  },
  {
    title: "a route with a scheme besides the default",
    files: route("  auth: basic\n"),
    report: [
      'routes.yaml:3:9  ["GET /x"].auth: The scheme `basic` is undeclared; expected `bearer`.',
    ],
  },
  {
    title: "a rule without what its style needs",
    files: vendor((text) => `${text}pagination: { lists: { style: cursor } }\n`),
    report: [
      "vendor.yaml:9:15  pagination.lists: The key `parameter` is missing; expected it beside the style `cursor`.",
      "vendor.yaml:9:15  pagination.lists: The key `next` is missing; expected it beside the style `cursor`.",
    ],
  },
  {
    title: "a rule with what belongs to another style",
    files: vendor((text) => `${text}pagination: { lists: { style: link, more: has_more } }\n`),
    report: [
      "vendor.yaml:9:37  pagination.lists.more: The key `more` does not belong to the style `link`; expected `style`, `items`, `routes` or `next`.",
    ],
  },
  {
    title: "a route with a rule that nobody declares",
    files: route("  pagination: lists\n"),
    report: [
      'routes.yaml:3:15  ["GET /x"].pagination: The rule `lists` is undeclared; expected a rule under `pagination` of vendor.yaml.',
    ],
  },

  {
    title: "a link elsewhere than in the body, and a size of two kinds",
    files: vendor(
      (text) =>
        `${text}pagination:\n  a: { style: link, next: { item: id } }\n  b: { style: page, parameter: p, size: { body: n, default: 2 } }\n`,
    ),
    report: [
      "vendor.yaml:10:21  pagination.a.next: The address of the next page is not in the body; expected `{ body: … }`, or no `next` for the header `link`.",
      "vendor.yaml:11:35  pagination.b.size: The map has `body` and `default`; expected `body` alone, or `parameter` with `default` and `maximum`.",
    ],
  },

  // Names of vendor.yaml that no route and no payload has
  {
    title: "a path of a rule that no page has",
    files: pages(
      "{ style: cursor, items: data, parameter: after, next: { body: meta.nxt }, more: hasmore, routes: { query: [after] } }",
    ),
    report: [
      "vendor.yaml:9:84  pagination.lists.next.body: The path is `meta.nxt`, which is not in the page of `GET /a` and `GET /b`; expected `meta.next`. Did you mean `meta.next`?",
      "vendor.yaml:9:102  pagination.lists.more: The path is `hasmore`, which is not in the page of `GET /a` and `GET /b`; expected `has_more`, `meta` or `data`. Did you mean `has_more`?",
    ],
  },
  {
    title: "a path into items that they do not have",
    files: pages(
      "{ style: cursor, parameter: after, next: { item: key }, items: data, routes: { query: [after, limit] } }",
    ),
    report: [
      "vendor.yaml:9:71  pagination.lists.next.item: The path is `key`, which is not in the items of `GET /a`; expected `id`.",
    ],
  },
  {
    title: "a parameter of a rule that no route has",
    files: pages(
      "{ style: cursor, parameter: afterr, next: { body: meta.next }, routes: { query: [limit] } }",
    ),
    report: [
      "vendor.yaml:9:50  pagination.lists.parameter: The parameter is `afterr`, which is not among those of `GET /a` and `GET /open`; expected `after` or `limit`. Did you mean `after`?",
    ],
  },
  {
    title: "query parameters by which a rule finds no route",
    files: pages(
      "{ style: link, routes: { query: [limitt, after] } }",
      PAGED.replace("  pagination: lists\n", ""),
    ),
    report: [
      "vendor.yaml:9:55  pagination.lists.routes.query[0]: The parameter is `limitt`, which no GET route has in its query; expected `after` or `limit`. Did you mean `limit`?",
    ],
  },
  {
    title: "query parameters that no route has together",
    files: pages(
      "{ style: link, routes: { query: [after, page] } }",
      "GET /a: { operation: a/list, query: { after: string } }\nGET /b: { operation: b/list, query: { page: string } }\n",
    ),
    report: [
      "vendor.yaml:9:54  pagination.lists.routes.query: The parameters are `after` and `page`, which no GET route has together; expected `after` or `page`.",
    ],
  },
  {
    title: "a path to a list that no page has",
    files: pages(
      "{ style: link, items: daata, routes: { query: [after, limit] } }",
      PAGED.replace("  pagination: lists\n", ""),
    ),
    report: [
      "vendor.yaml:9:44  pagination.lists.items: The path is `daata`, which is not in the page of `GET /a`; expected `has_more`, `meta` or `data`. Did you mean `data`?",
    ],
  },
  {
    title: "a rule of a route whose page has no such path",
    files: routes(
      `GET /a:\n  operation: a/list\n  query: { p: integer }\n  pagination: { style: cursor, parameter: q, next: { body: nexd } }\n  responses: { 200: { type: object, properties: { next: { type: integer }, list: { type: array } } } }\n`,
    ),
    report: [
      'routes.yaml:4:43  ["GET /a"].pagination.parameter: The parameter is `q`, which is not among those of `GET /a`; expected `p`. Did you mean `p`?',
      'routes.yaml:4:60  ["GET /a"].pagination.next.body: The path is `nexd`, which is not in the page of `GET /a`; expected `next` or `list`. Did you mean `next`?',
    ],
  },
  {
    title: "a path to the event that no payload has",
    files: namedInBody(
      "{ body: event.kind }",
      "{ type: object, properties: { event: { type: object, properties: { type: { type: string } } } } }",
    ),
    report: [
      "vendor.yaml:6:18  webhooks.event.body: The path is `event.kind`, which no payload has; expected `event.type`.",
    ],
  },
  {
    title: "a path to the action that no payload of an action has",
    files: {
      ...namedInBody(
        "{ header: X-Event }\n  action: { body: acton }",
        "{ type: object, properties: { action: { type: string } } }",
      ),
      "payloads/ping.yaml": "payload: true\n",
    },
    report: [
      "vendor.yaml:7:19  webhooks.action.body: The path is `acton`, which no payload has; expected `action`. Did you mean `action`?",
    ],
  },
  {
    title: "a path to the id and to the time that no payload has",
    files: {
      ...namedInBody(
        "{ header: X-Event }",
        "{ type: object, properties: { id: { type: string }, time: { type: integer } } }",
      ),
      ...vendor((text) =>
        text
          .replace("{ header: X-Delivery }", "{ body: idd }")
          .replace(
            "signature: github",
            'signature: { header: X-S, algorithm: hmac-sha256, content: "{body}", timestamp: { body: tyme }, tolerance: 300 }',
          ),
      ),
    },
    report: [
      "vendor.yaml:7:21  webhooks.delivery.body: The path is `idd`, which no payload has; expected `id` or `time`. Did you mean `id`?",
      "vendor.yaml:8:91  webhooks.signature.timestamp.body: The path is `tyme`, which no payload has; expected `id` or `time`. Did you mean `time`?",
    ],
  },
  {
    title: "a header for idempotency keys that is nearly declared",
    files: {
      ...vendor((text) => `${text}idempotency: { header: Idempotancy-Key }\n`),
      ...route("  header: { Idempotency-Key: string }\n", "POST /x"),
    },
    report: [
      "vendor.yaml:9:24  idempotency.header: The header is `idempotancy-key`, which no POST route declares; expected `Idempotency-Key`. Did you mean `Idempotency-Key`?",
    ],
  },
];
