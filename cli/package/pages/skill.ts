/** Prints the pages of a made package for agents: `SKILL.md`, and the index `llms.txt`. */
import { count } from "../../../codegen/model/messages.js";
import { FOLDERS } from "../../io/tool.js";
import {
  fence,
  oneLine,
  type PageFacts,
  printClassUse,
  printNew,
  printReceiver,
  toInstance,
} from "../code.js";

/** Prints the rules for code with the package. Its test compiles the examples. */
export function printSkill(facts: PageFacts): string {
  const { packageName, model } = facts;
  const title = oneLine(model.vendor.title);
  const uses = [
    ...(model.routes.length > 0 ? ["sends requests"] : []),
    ...(model.events.length > 0 ? ["receives webhooks"] : []),
  ].join(" and ");
  const purpose = `The TypeScript package ${packageName} ${uses || "has types"} of ${title}. Use it in code that calls ${title} or handles its events.`;
  return [
    `---\nname: ${toSkillName(packageName)}\ndescription: ${JSON.stringify(purpose)}\n---`,
    `# ${packageName}`,
    `Install it with \`npm install ${packageName}\`. It is an ES module for Node (20.19+ or 22.12+), Deno, Bun, workers and browsers; \`require()\` loads it, too. TypeScript needs \`moduleResolution\` \`nodenext\`, \`node16\` or \`bundler\`.`,
    ...printRequestRules(facts),
    ...printWebhookRules(facts),
    "## Types",
    printTypes(facts),
  ].join("\n\n");
}

function printRequestRules(facts: PageFacts): readonly string[] {
  const { model, examples } = facts;
  const [first] = examples.requests;
  if (first === undefined) return [];
  const { name, credentials = [] } = model.vendor.sdk;
  const instance = toInstance(name);
  const keys = credentials.map(({ option, env }) => `\`${option}\` (by default \`${env}\`)`);
  const call = `${instance}.${first.call}(${first.arguments})`;
  const rules = [
    `Find the method in \`${FOLDERS.out}/api.md\`, which lists each with its route. A call is \`${call}\`: parameters of path, query and body are keys of one object, unless that list shows some before it.`,
    "A call is a promise of the data. `withResponse()` of it gives `{ data, response, requestId }`, `asResponse()` the bare `Response`.",
    ...(examples.list === undefined
      ? []
      : ["A list is iterated with `for await`, which requests each page when it is needed."]),
    "A status outside 2xx rejects with a `ResponseError` that has `status`, `data` and `headers`; its classes are `NotFoundError`, `RateLimitError` and others. No answer is a `ConnectionError` or a `TimeoutError`.",
    "Do not write retries: requests are sent again where that is safe, and `retry-after` is kept. `{ timeout, signal, headers }` go into the last argument.",
    ...(keys.length > 0
      ? [
          `Credentials are options of the class, read from the environment when left out: ${keys.join(", ")}. Never put one into a URL or a log.`,
        ]
      : []),
    `For a bundle with a single method: \`import { … } from "${facts.packageName}/resources/…"\`, with a client of \`${facts.packageName}/core\` as the first argument.`,
  ];
  const code = printClassUse(facts, first);
  return ["## Requests", fence("ts", code), rules.map((rule) => `- ${rule}`).join("\n")];
}

function printWebhookRules(facts: PageFacts): readonly string[] {
  const { webhooks } = facts.model.vendor;
  const code = printReceiver(facts);
  if (webhooks === undefined || code === undefined) return [];
  const rules = [
    `The middleware answers \`POST ${webhooks.path}\`, and verifies the raw body: mount it before any body parser. \`createWebMiddleware\` takes a \`Request\` and resolves to a \`Response\`.`,
    "Handlers of one event run at the same time; an error in one is answered with 500, so that the sender tries again. Make handlers safe to run twice, by the delivery's `id`.",
    ...(facts.has("testing")
      ? [
          `Test with \`createDelivery\` of \`${facts.packageName}/testing\`, which signs a sample payload.`,
        ]
      : []),
    "Never compare signatures by hand, and never parse the body before it is verified.",
  ];
  return ["## Webhooks", fence("ts", code), rules.map((rule) => `- ${rule}`).join("\n")];
}

function printTypes({ packageName, model }: PageFacts): string {
  const reference = `${FOLDERS.out}/reference`;
  const lines = [
    ...(model.routes.length > 0
      ? [
          `Parameters: \`${packageName}/routes\`; responses: \`${packageName}/responses\`; of a method, the names are in \`${FOLDERS.out}/api.md\`.`,
          `Routes with all parameters, bodies and responses: \`${reference}/routes.md\`.`,
        ]
      : []),
    ...(model.events.length > 0
      ? [
          `Payloads: \`${packageName}/webhooks\`; of an event with its fields: \`${reference}/events.md\`.`,
        ]
      : []),
    "A name that is not in these lists does not exist: the compiler says which one is nearest.",
  ];
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Prints the index of the pages, in the form of llmstxt.org. */
export function printLlmsIndex({ packageName, model }: PageFacts): string {
  const { routes, events, vendor } = model;
  const reference = `${FOLDERS.out}/reference`;
  const links = [
    "- [SKILL.md](SKILL.md): the rules and one example of each kind of call; read this first",
    "- [README.md](README.md): installing, sending, receiving, testing",
    ...(routes.length > 0
      ? [
          `- [api.md](${FOLDERS.out}/api.md): each method with its parameters, result and route`,
          `- [Routes](${reference}/routes.md): ${count(routes.length, "route")} with parameters, bodies and responses`,
        ]
      : []),
    ...(events.length > 0
      ? [
          `- [Events](${reference}/events.md): ${count(events.length, "event")} with the fields of their payloads`,
        ]
      : []),
  ];
  const about = `A typed client for ${oneLine(vendor.title)}, in TypeScript. Its pages are in the package, beside this file.`;
  const made = `Instances are made by \`${printNew(model)}\`.`;
  const parts = [`# ${packageName}`, `> ${about}`, ...(routes.length > 0 ? [made] : [])];
  return [...parts, "## Pages", links.join("\n"), ""].join("\n\n").trimEnd() + "\n";
}

/** Names the skill: only lowercase letters, digits and hyphens are allowed. */
function toSkillName(packageName: string): string {
  return packageName.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
