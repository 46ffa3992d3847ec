/** The first page of the site. */
import type { PrintedPage } from "../../../cli/docs/site-folder.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { readTable } from "./tables.js";
import { REPOSITORY } from "./guides.js";

export const TAGLINE =
  "Typed SDKs from OpenAPI, in both directions: a client that sends requests, and a receiver for webhooks.";

/** Prints the start page, with figures of the committed benchmarks. */
export function describeStart(model: SchemaModel, benchmarks: string): PrintedPage {
  return {
    path: "index",
    title: "typewire",
    description: TAGLINE,
    settings: {
      template: "splash",
      hero: {
        tagline: TAGLINE,
        actions: [
          { text: "Get started", link: "./start/", icon: "right-arrow" },
          { text: "Make your own SDK", link: "./guides/your-own-sdk/", variant: "minimal" },
          { text: "Repository", link: REPOSITORY, variant: "minimal", icon: "external" },
        ],
      },
    },
    body: printBody(printFacts(model, benchmarks)),
  };
}

function printBody(facts: string): string {
  return `
One command makes an npm package of your own from an API description:

\`\`\`sh
npx typewire-cli init acme-sdk --from openapi.yaml
cd acme-sdk && npm install && npm test
\`\`\`

<div class="halves">
<div>

## Send requests

\`\`\`ts
import { Acme } from "acme-sdk";

const acme = new Acme();
const project = await acme.projects.get({
  project: "7",
});
for await (const { name } of acme.projects.list())
  console.log(name);
\`\`\`

Retries where they are safe, pages as an iteration, errors with the types of the route, streams,
sign-in. [Sending requests](./guides/sending-requests/)

</div>
<div>

## Receive webhooks

\`\`\`ts
import * as acme from "acme-sdk";

const webhooks = new acme.Webhooks({ secret });
webhooks.on("project.archived", (event) => {
  console.log(event.payload.project);
});
app.use(acme.createNodeMiddleware(webhooks));
\`\`\`

Verified signatures, typed payloads, raw bodies handled, an inbox that loses no delivery.
[Receiving webhooks](./guides/receiving/)

</div>
</div>

## In figures

<div class="facts">
${facts}
</div>

[How it is measured, with all figures, also those that favour others](./performance/)

## See what arrives

\`typewire dev\` receives deliveries on your machine, and shows each beside its schema, with its bytes and
the reason why a signature failed. [Developing with deliveries](./guides/developing/)

<img class="only-light" alt="The page of typewire dev: two verified deliveries and a refused one, with the reason" src="./images/dev-light.png" loading="lazy">
<img class="only-dark" alt="The page of typewire dev: two verified deliveries and a refused one, with the reason" src="./images/dev-dark.png" loading="lazy">

## Where to go

<div class="ways">
<div>

**You have an app.** Put [a typed client](./guides/in-an-app/) into a folder of it, by one command.

</div>
<div>

**You offer an API.** Publish [an SDK for it](./guides/your-own-sdk/), webhooks included, or
[move from Stainless](./guides/moving-from-stainless/).

</div>
<div>

**You use an API.** Make an SDK from its description, such as [one for GitHub](./guides/github/), or
move from [Octokit](./guides/moving-from-octokit/) or [openapi-fetch](./guides/moving-from-openapi-fetch/).

</div>
<div>

**You receive webhooks.** Verify those of [Stripe, Slack, Shopify and others](./guides/signatures/)
without generated code, and [store them](./guides/inbox/).

</div>
<div>

**You look something up.** [Errors by code](./errors/), [the contract](./contract/), [the API](./api/), and
the [routes](./routes/) and [events](./events/) of a large service.

</div>
</div>
`;
}

/** Prints figures from the tables, so that none here can be older. */
function printFacts(model: SchemaModel, benchmarks: string): string {
  const endpoint = find(benchmarks, "endpoint", "× @octokit/endpoint");
  const types = find(benchmarks, "types", "check time", "routes");
  const handlers = find(benchmarks, "sustained", "CPU × by hand", "receive, 10 async");
  const facts = [
    [
      model.routes.length.toLocaleString("en-US"),
      "routes, and every webhook of a large service, in one package",
    ],
    [
      `1/${Math.round(1 / endpoint)}`,
      "of the time of Octokit's <code>endpoint</code> to build a request",
    ],
    [percent(types), "of the time of Octokit's types to check routes"],
    [percent(handlers), "of the processor time of code by hand to hand a delivery to ten handlers"],
  ];
  return facts
    .map(([figure = "", text = ""]) => `<div><strong>${figure}</strong> ${text}</div>`)
    .join("\n");
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}

/** The figure of the first row with a measure, and a job if one is named. */
function find(benchmarks: string, table: string, measure: string, job?: string): number {
  const row = readTable(benchmarks, table).find(
    (each) => each["measure"] === measure && (job === undefined || each[table] === job),
  );
  if (row === undefined) throw new Error(`bench/README.md has no row "${measure}" in ${table}.`);
  return Number(row["typewire"]);
}
