/** Mistakes in what vendor.yaml says for the client, and names there that no route and no payload has. */
import { PAGED, namedInBody, pages, route, routes, vendor, type Mistake } from "./files.js";

export const clientMistakes: readonly Mistake[] = [
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
