import { toCodeSpan } from "../../codegen/emit/print/escape.js";
import { fence, GUIDES, type PageFacts } from "./readme-page.js";

/** How deliveries are received; without a signature scheme, what there is of events. */
export function printWebhooks({ packageName, model, examples }: PageFacts): readonly string[] {
  const module = JSON.stringify(packageName);
  const { webhooks } = model.vendor;
  if (webhooks === undefined || examples.event === undefined) {
    return ["## Webhooks", NAMES_TEXT, fence("ts", printNames(module))];
  }
  const { name, property } = examples.event;
  const shown = property === undefined ? "Object.keys(payload)" : `payload.${property}`;
  const code = `import { createServer } from "node:http";
import { createNodeMiddleware, Webhooks } from ${module};
import { validatePayload } from ${JSON.stringify(`${packageName}/validate`)};

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of your webhook.");

const webhooks = new Webhooks({ secret, validation: { validate: validatePayload } });

webhooks.on(${JSON.stringify(name)}, ({ id, name, payload }) => {
  console.log(name, id, ${shown});
});

const middleware = createNodeMiddleware(webhooks);

createServer((request, response) => {
  void middleware(request, response).then((handled) => {
    if (!handled) response.writeHead(404).end();
  });
}).listen(3000);`;
  return [
    "## Receive webhooks",
    `The middleware verifies deliveries to \`POST\` ${toCodeSpan(webhooks.path)} and calls your handlers. \`createWebMiddleware\` is the same for platforms with \`Request\` and \`Response\`. The validation warns of payloads that differ from their types; leave it out if you like.`,
    fence("ts", code),
    `The type of a payload is \`EmitterWebhookEvent<${JSON.stringify(name)}>["payload"]\`; \`${packageName}/webhooks\` has all of them by name. [Receiving webhooks](${GUIDES}/receiving.md) has the rest: errors, timeouts, graceful shutdown. [The inbox](${GUIDES}/inbox.md) stores deliveries before they are answered, so that none is lost.`,
  ];
}

const NAMES_TEXT =
  "The payload of each event has a type, and `validateEventName` knows all names. The client does not receive deliveries yet: how they are signed is not filled in.";

function printNames(module: string): string {
  return `import { emitterEventNames, validateEventName } from ${module};

for (const name of emitterEventNames) validateEventName(name);`;
}

/** Replies in place of the network, and signed sample deliveries. */
export function printTesting(facts: PageFacts, client: string): readonly string[] {
  const { packageName, model, examples, has } = facts;
  if (!has("testing")) return [];
  const [first] = examples.requests;
  const event = model.vendor.webhooks && examples.event;
  const names = [...(event ? ["createDelivery"] : []), ...(first ? ["createMockFetch"] : [])];
  if (names.length === 0) return [];
  const route = JSON.stringify(first?.route);
  const blocks = [
    [
      ...(first
        ? [`import { createClient } from ${JSON.stringify(`${packageName}/client`)};`]
        : []),
      `import { ${names.join(", ")} } from ${JSON.stringify(`${packageName}/testing`)};`,
    ].join("\n"),
    ...(first
      ? [
          `const client = ${client};
const mock = createMockFetch(client);
mock.reply(${route}, ${first.reply.text});`,
        ]
      : []),
    ...(event
      ? [
          `const delivery = await createDelivery(${JSON.stringify(event.name)}, {}, { secret: process.env.WEBHOOK_SECRET });
console.log(delivery.headers, delivery.body);`,
        ]
      : []),
  ];
  const parts = [
    ...(first ? ["`createMockFetch` answers in place of the network."] : []),
    ...(event ? ["`createDelivery` makes a signed delivery with a sample payload."] : []),
  ];
  return ["## Test your code", parts.join(" "), fence("ts", blocks.join("\n\n"))];
}
