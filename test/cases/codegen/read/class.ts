/** What vendor.yaml cannot say for the class of the client, with the exact report of each. */
import type { Mistake } from "./mistakes/files.js";

/** A vendor.yaml with these lines, of which the first is line 5. */
const vendor = (lines: string): Mistake["files"] => ({
  "vendor.yaml": `name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks: { path: /hooks, event: { header: X-Event }, delivery: { header: X-Delivery }, signature: github }
${lines}`,
});

export const classMistakes: readonly Mistake[] = [
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
