/** Mistakes in vendor.yaml. */
import { KNOWN_KEYS } from "../known-keys.js";
import { challenge, vendor, type Mistake } from "./files.js";

export const vendorMistakes: readonly Mistake[] = [
  // Keys and names
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
    title: "a name with capitals",
    files: vendor((text) => text.replace("acme\n", "Acme\n")),
    report: [
      'vendor.yaml:1:7  name: The value is "Acme"; expected a lowercase word of letters and digits.',
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
    title: "a runtime that is no module",
    files: vendor((text) => `${text}runtime: true\n`),
    report: [
      "vendor.yaml:9:10  runtime: The value is true; expected the name of a package, or `false`.",
    ],
  },
  // The address
  {
    title: "an address without scheme",
    files: vendor((text) => text.replace("https://", "")),
    report: [
      'vendor.yaml:3:10  baseUrl: The value is "api.acme.example"; expected an address such as `https://api.example.com`, without query or slash at its end.',
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
    title: "no address, with routes",
    files: vendor((text) => text.replace(/baseUrl.*\n/, "")),
    report: [
      "vendor.yaml:1:1  The key `baseUrl` is missing; expected it, because there is a routes.yaml.",
    ],
  },
  // Values
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
  // The package of types
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
  // Deliveries and their signature
  {
    title: "deliveries without event and signature",
    files: vendor((text) => text.replace(/  event:[^]+/, "")),
    report: [
      "vendor.yaml:4:1  webhooks: The key `event` is missing; expected where a delivery names its event: `{ header: … }` or `{ body: … }`.",
      "vendor.yaml:4:1  webhooks: The key `signature` is missing; expected how deliveries are signed: a preset such as `standard-webhooks`, or a description.",
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
  // Where an event is named
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
  // Challenges
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
    title: "a challenge with a status that is none",
    files: challenge("{ when: { path: type }, answer: { status: 600 } }"),
    report: [
      "vendor.yaml:9:56  webhooks.challenge.answer.status: The value is 600; expected 599 or less.",
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
  // Relays
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
];
