/** Mistakes in routes.yaml, and several at once. */
import { KNOWN_KEYS } from "../known-keys.js";
import { component, route, routes, vendor, type Mistake } from "./files.js";

export const routeMistakes: readonly Mistake[] = [
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
  // routes.yaml: bodies as one parameter, and streams
  {
    title: "a body as one parameter, where there is no body, or another parameter of that name",
    files: {
      "routes.yaml": `GET /a:
  operation: x/a
  bodyParameter: body
POST /b:
  operation: x/b
  bodyParameter: filter
  query: { filter: string }
  body: { schema: { type: object } }
`,
    },
    report: [
      'routes.yaml:3:3  ["GET /a"].bodyParameter: The key `bodyParameter` is beside no `body`; expected it only there.',
      'routes.yaml:6:3  ["POST /b"].bodyParameter: The parameter `filter` is also in the query; expected another name.',
    ],
  },
  {
    title: "streams that contradict themselves",
    files: {
      "routes.yaml": `GET /a:
  operation: x/a
  stream: { format: json-lines, item: true, events: { ping: true } }
GET /b:
  operation: x/b
  stream: { format: xml, whenn: { stream: true } }
GET /c:
  operation: x/c
  stream: { format: sse, when: { stream: [1] }, end: "" }
`,
    },
    report: [
      'routes.yaml:3:45  ["GET /a"].stream.events: The key `events` is beside `item`; expected one of them.',
      'routes.yaml:3:45  ["GET /a"].stream.events: The format has no events with names; expected `events` only with `sse`.',
      'routes.yaml:6:21  ["GET /b"].stream.format: The value is "xml"; expected `sse`, `json-lines` or `json-seq`.',
      'routes.yaml:6:26  ["GET /b"].stream.whenn: The key `whenn` is unknown; expected `format`, `contentType`, `item`, `events`, `end`, `when` or `error`. Did you mean `when`?',
      'routes.yaml:9:42  ["GET /c"].stream.when.stream: The value is a list; expected a string or a number or a boolean.',
      'routes.yaml:9:54  ["GET /c"].stream.end: The value is ""; expected some text.',
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
];
