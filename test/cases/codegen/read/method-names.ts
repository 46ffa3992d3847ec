/** Names of methods that cannot stand, with the exact report of each. */
import { KNOWN_KEYS } from "./known-keys.js";
import type { Mistake } from "./mistakes/files.js";

/** Routes with the given lines, which are `GET /a`, `GET /b` and so on. */
const routes = (...lines: readonly string[]): Mistake["files"] => ({
  "routes.yaml": lines
    .map((line, index) => {
      const name = String.fromCharCode(97 + index);
      return `GET /${name}:\n  operation: x/${name}\n  ${line}\n`;
    })
    .join(""),
});

const vendor = (lines: string): Mistake["files"] => ({
  "vendor.yaml": `name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks: { path: /hooks, event: { header: X-Event }, delivery: { header: X-Delivery }, signature: github }
${lines}`,
});

/** Names of methods and options that cannot stand, and the exact reports. */
export const nameMistakes: readonly Mistake[] = [
  {
    title: "one method of two routes",
    files: routes("method: chats.list", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a former name that is the method of another route",
    files: routes("was: chats.list", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "former names that are repeated",
    files: routes("was: [chats.all, chats.every]", "was: [chats.some, chats.all]"),
    report: [
      'routes.yaml:6:21  ["GET /b"].was[1]: The former method is `chats.all`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a former name that is the name",
    files: routes("method: chats.list\n  was: chats.list"),
    report: [
      'routes.yaml:4:8  ["GET /a"].was: The former method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a method that hides a resource",
    files: routes("method: chats.list.x", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, which is a resource because of `chats.list.x` in `GET /a`; expected another name.',
    ],
  },
  {
    title: "a resource that a method hides",
    files: routes("method: chats", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, but `chats` is the method of `GET /a`; expected another resource.',
    ],
  },
  {
    title: "resources that differ by case alone",
    files: routes("method: webHooks.list", "method: webhooks.get"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `webhooks.get`, but the resource of `webHooks.list` in `GET /a` is spelt `webHooks`; expected one spelling.',
    ],
  },
  {
    title: "names that every object has",
    files: routes(
      "method: chats.then",
      "method: constructor.get",
      "method: chats.__proto__.x",
      "was: chats.toString",
    ),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The method is `chats.then`, but `then` has a meaning for every object; expected another name.',
      'routes.yaml:6:11  ["GET /b"].method: The method is `constructor.get`, but `constructor` has a meaning for every object; expected another name.',
      'routes.yaml:9:11  ["GET /c"].method: The method is `chats.__proto__.x`, but `__proto__` has a meaning for every object; expected another name.',
      'routes.yaml:12:8  ["GET /d"].was: The former method is `chats.toString`, but `toString` has a meaning for every object; expected another name.',
    ],
  },
  {
    title: "names that the class has",
    files: routes("method: client.get", "method: client", "method: webhooks.unwrap"),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The method is `client.get`, but the class itself has `client`, the client below the class; expected another name.',
      'routes.yaml:6:11  ["GET /b"].method: The method is `client`, but the class itself has `client`, the client below the class; expected another name.',
      'routes.yaml:9:11  ["GET /c"].method: The method is `webhooks.unwrap`, but the class itself has `webhooks.unwrap`, which verifies deliveries; expected another name.',
    ],
  },
  {
    title: "a method that is no identifier",
    files: routes("method: chats/list", "method: chats..list", "was: [chats.2nd, 7]"),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The value is "chats/list"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:6:11  ["GET /b"].method: The value is "chats..list"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:9:9  ["GET /c"].was[0]: The value is "chats.2nd"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:9:20  ["GET /c"].was[1]: The value is 7; expected a string.',
    ],
  },
  {
    title: "a misspelt method",
    files: routes("methd: chats.list"),
    report: [
      `routes.yaml:3:3  ["GET /a"].methd: The key \`methd\` is unknown; expected ${KNOWN_KEYS.route}. Did you mean \`method\`?`,
    ],
  },
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
  // The class in vendor.yaml
  {
    title: "values of the class that are not known",
    files: vendor("class: acme-sdk\narguments: list\nsurface: other\n"),
    report: [
      'vendor.yaml:5:8  class: The value is "acme-sdk"; expected an identifier that begins with a capital letter, such as `Acme`.',
      'vendor.yaml:6:12  arguments: The value is "list"; expected `object`, `positional` or `last`. Did you mean `last`?',
      'vendor.yaml:7:10  surface: The value is "other"; expected `stainless`.',
    ],
  },
  {
    title: "environments without addresses",
    files: vendor("environments: { production: /api/v1, a b: https://acme.example }\n"),
    report: [
      'vendor.yaml:5:29  environments.production: The value is "/api/v1"; expected an address such as `https://api.example.com`, without query or slash at its end.',
      'vendor.yaml:5:38  environments["a b"]: The key is "a b"; expected a name of letters, digits, `_` and `-`.',
    ],
  },
  {
    title: "options that hide those of every client",
    files: vendor(
      "auth: { bearer: true, option: fetch }\noptions: { timeout: { header: X-Timeout }, then: { query: then } }\n",
    ),
    report: [
      "vendor.yaml:5:31  auth.option: The option is `fetch`, which is an option of every client; expected another name.",
      "vendor.yaml:6:12  options.timeout: The option is `timeout`, which is an option of every client; expected another name.",
      "vendor.yaml:6:44  options.then: The option is `then`, which has a meaning for every object; expected another name.",
    ],
  },
  {
    title: "an option of the surface that is kept",
    files: vendor("surface: stainless\noptions: { maxRetries: { header: X-Retries } }\n"),
    report: [
      "vendor.yaml:6:12  options.maxRetries: The option is `maxRetries`, which is an option of every class with this surface; expected another name.",
    ],
  },
  {
    title: "a name of a model that is none",
    files: vendor('surface: stainless\nmodels: { chats.Message: Message, "a b": Message }\n'),
    report: [
      'vendor.yaml:6:35  models["a b"]: The key is "a b"; expected a type behind its resource, such as `chats.messages.Message`.',
    ],
  },
  {
    title: "a model whose component does not exist",
    files: vendor("surface: stainless\nmodels: { chats.Message: Message }\n"),
    report: [
      'vendor.yaml:6:26  models["chats.Message"]: The component `Message` does not exist; expected `ticket`, `page` or `filter`.',
    ],
  },
  {
    title: "options with one name",
    files: {
      "vendor.yaml": `name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks:
  path: /hooks
  event: { header: X-Event }
  signature: github
  secret: { option: secret }
auth: { one: { header: X-One, option: secret }, two: { basic: true, option: user, password: { option: user } } }
options: { secret: { header: X-Secret } }
`,
    },
    report: [
      "vendor.yaml:8:21  webhooks.secret.option: The option is `secret`, as at `auth.one.option`; expected another name.",
      "vendor.yaml:9:103  auth.two.password.option: The option is `user`, as at `auth.two.option`; expected another name.",
      "vendor.yaml:10:12  options.secret: The option is `secret`, as at `auth.one.option`; expected another name.",
    ],
  },
  {
    title: "an option that is sent nowhere, and one that is sent twice",
    files: vendor("options: { a: { env: A }, b: { header: B, query: b }, c: { headr: C } }\n"),
    report: [
      "vendor.yaml:5:12  options.a: The option has neither of `header` and `query`; expected one of them.",
      "vendor.yaml:5:27  options.b: The option has both of `header` and `query`; expected one of them.",
      "vendor.yaml:5:55  options.c: The option has neither of `header` and `query`; expected one of them.",
      "vendor.yaml:5:60  options.c.headr: The key `headr` is unknown; expected `header`, `query`, `env` or `description`. Did you mean `header`?",
    ],
  },
  {
    title: "a password beside no user",
    files: vendor("auth: { bearer: true, password: { option: password } }\n"),
    report: [
      "vendor.yaml:5:23  auth.password: The key `password` is beside no `basic`; expected it only there.",
    ],
  },
  {
    title: "names of options and variables that cannot be written",
    files: vendor("auth: { bearer: true, option: api-key, env: ACME-KEY }\n"),
    report: [
      'vendor.yaml:5:31  auth.option: The value is "api-key"; expected an identifier such as `apiKey`.',
      'vendor.yaml:5:45  auth.env: The value is "ACME-KEY"; expected the name of an environment variable, such as `ACME_API_KEY`.',
    ],
  },
];
