/**
 * The page "Receiving" of a package's site: how its users receive deliveries, with code for the service's
 * scheme.
 */
import { toCodeSpan } from "../../codegen/emit/print/escape.js";
import type { SchemaModel, VendorWebhooks } from "../../codegen/model/model.js";
import type { SitePage } from "../../codegen/site/site.js";
import { emitterEntries } from "../../codegen/model/entries.js";
import { GUIDES } from "../io/tool.js";

/** Describes receivers of a service's deliveries; no page if its signature is unknown. */
export function describeReceiving(packageName: string, model: SchemaModel): readonly SitePage[] {
  const { webhooks, title } = model.vendor;
  const [event] = model.events;
  if (webhooks === undefined || event === undefined) return [];
  const name = emitterEntries(event).at(-1)?.name ?? event.name;
  return [
    {
      path: "receiving",
      title: "Receiving webhooks",
      description: `How a program receives, verifies and tests deliveries of ${title}.`,
      body: printGuide(packageName, name, webhooks),
    },
  ];
}

function printGuide(packageName: string, event: string, webhooks: VendorWebhooks): string {
  const sections = [
    INTRODUCTION,
    printNode(packageName, event, webhooks.path),
    printWebStandard(packageName, event),
    `## Where names come from\n\n${describeFields(webhooks)}`,
    printTrial(packageName, event),
    FAILURES,
  ];
  return `${sections.join("\n\n")}\n`;
}

const INTRODUCTION = `A delivery is verified, its payload gets the type of its [event](../events/), and your handlers are
called. Set the secret of the webhook in \`WEBHOOK_SECRET\`.`;

function printNode(packageName: string, event: string, path: string): string {
  const request = toCodeSpan(`POST ${path}`);
  return `## In Node

The middleware answers ${request}; \`path\` is an option. In Express, use it before any body parser, because a
signature covers the bytes as they came.

\`\`\`ts
import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from "${packageName}";

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret });
webhooks.on(${JSON.stringify(event)}, ({ id, payload }) => console.log(id, payload));
webhooks.onError((error) => console.error(error.code, error.docs));

const middleware = createNodeMiddleware(webhooks);
createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
}).listen(3000);
\`\`\``;
}

function printWebStandard(packageName: string, event: string): string {
  return `## With Request and Response

Hono, Next.js, Deno, Bun and workers take a function from a \`Request\` to a \`Response\`:

\`\`\`ts
import { createWebMiddleware, Webhooks } from "${packageName}";

export function createReceiver(secret: string): (request: Request) => Promise<Response> {
  const webhooks = new Webhooks({ secret });
  webhooks.on(${JSON.stringify(event)}, ({ payload }) => console.log(payload));
  return createWebMiddleware(webhooks);
}
\`\`\``;
}

function printTrial(packageName: string, event: string): string {
  return `## Try it

\`\`\`sh
npx typewire dev                   # receives deliveries here, and shows each on a page
npx typewire send ${event} --help  # sends a signed sample to a receiver
\`\`\`

In a test, \`createDelivery\` makes a signed delivery with a sample payload:

\`\`\`ts
import { createDelivery } from "${packageName}/testing";

export async function deliver(url: string, secret: string): Promise<number> {
  const delivery = await createDelivery(${JSON.stringify(event)}, {}, { secret });
  const response = await fetch(delivery.toRequest(url));
  return response.status;
}
\`\`\``;
}

const FAILURES = `## When something fails

| Status | When |
| --- | --- |
| 200 | all handlers are done |
| 202 | the delivery is verified, and handlers still run |
| 400 | the delivery is not authentic, or its body is invalid |
| 413 | the body is too large |
| 500 | a handler failed; the service may send the delivery again |
| 503 | the receiver is shutting down |

Each error has a \`code\`, and its explanation in \`docs\`: [errors by code](${GUIDES}/errors.md).
[The inbox](${GUIDES}/inbox.md) stores deliveries before they are answered, retries, and drops duplicates.
[Receiving webhooks](${GUIDES}/receiving.md) has the rest: frameworks, rotation of secrets, shutting down.`;

function describeFields({ event, delivery }: VendorWebhooks): string {
  const place = (field: typeof event): string =>
    "body" in field
      ? `the payload, at ${toCodeSpan(field.body)}`
      : `the header ${toCodeSpan(field.header)}`;
  const id = delivery === undefined ? "" : ` The id of a delivery is in ${place(delivery)}.`;
  return `The name of an event is in ${place(event)}.${id}`;
}
