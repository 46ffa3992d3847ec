/** A service that delivers in its own way, and a program that uses its client. */
export interface VendorCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Set if the body alone is signed. */
  readonly isOfBody?: boolean;
  /** Type-checked beside the client. */
  readonly consumer: string;
  /** The handler's name and the delivery that it gets. */
  readonly on: string;
  readonly event: string;
  /** In the headers of a delivery. */
  readonly headers: readonly string[];
  readonly secret: string;
}

const withoutRoutes = (webhooks: string) =>
  `name: acme\ntitle: Acme\nwebhooks:\n  path: /hooks\n${webhooks}`;

export const vendors: readonly VendorCase[] = [
  {
    name: "stripe-like",
    files: {
      "vendor.yaml": withoutRoutes(
        "  event: { body: type }\n  delivery: { body: id }\n  signature: stripe\n",
      ),
      "events.yaml": "charge.succeeded:\ncharge.dispute.created:\n",
      "payloads/charge.dispute.created.yaml":
        "payload: { type: object, required: [id], properties: { id: { type: string }, type: { type: string } } }\n",
    },
    consumer: `import { Webhooks } from "./index.js";
import { sign, verify } from "./methods.js";
const webhooks = new Webhooks({ secret: "a secret", tolerance: 60 });
webhooks.on("charge.dispute.created", ({ name, payload }) => [name, payload.id.length, payload.type]);
export const type = (payload: import("./webhooks.js").ChargeDisputeCreatedPayload): "charge.dispute.created" => payload.type;
export const headers: Record<string, string> = webhooks.sign("{}");
export const verified: boolean = webhooks.verify("{}", headers);
// @ts-expect-error -- the scheme reads headers
webhooks.verify("{}", "signature");
export const alone: boolean = verify("a secret", "{}", sign("a secret", "{}", { timestamp: 0 }), { now: 0 });
// @ts-expect-error -- the scheme reads headers
verify("a secret", "{}", "signature");
export { createNodeMiddleware } from "./middleware/node.js";
export { createWebMiddleware } from "./middleware/web.js";
export { connectRelay } from "./relay.js";
`,
    on: "charge.dispute.created",
    event: "charge.dispute.created",
    headers: ["stripe-signature"],
    secret: "a secret",
  },
  {
    name: "standard-webhooks",
    files: {
      "vendor.yaml": withoutRoutes(
        "  event: { body: eventType }\n  signature: { preset: standard-webhooks, prefix: acme }\n",
      ),
      "events.yaml": 'read.completed:\n"{dataType}.write.successful":\n',
    },
    consumer: `import { emitterEventNames, Webhooks } from "./index.js";
const webhooks = new Webhooks({ secret: "whsec_bmF0dXJhbGx5", additionalSecrets: [new Uint8Array([1])] });
webhooks.on("{dataType}.write.successful", ({ name }): \`\${string}.write.successful\` => name);
export const names: readonly ["read.completed", "{dataType}.write.successful"] = emitterEventNames;
`,
    on: "{dataType}.write.successful",
    event: "{dataType}.write.successful",
    headers: ["acme-id", "acme-timestamp", "acme-signature"],
    secret: "whsec_bmF0dXJhbGx5",
  },
  {
    name: "slack-like",
    files: {
      "vendor.yaml": withoutRoutes(`  event: { body: type }
  signature: slack
  challenge:
    when: { path: type, equals: url_verification }
    answer: { json: { challenge: "{challenge}" } }
`),
      "events.yaml": "event_callback:\n  actions: [posted]\nmessage.im:\n",
    },
    consumer: `import { Webhooks } from "./index.js";
const webhooks = new Webhooks({ secret: "a secret" });
webhooks.on("event_callback.posted", ({ payload }): "posted" => payload.action);
webhooks.on("message.im", ({ payload }): "message.im" => payload.type);
`,
    on: "message.im",
    event: "message.im",
    headers: ["x-slack-signature", "x-slack-request-timestamp"],
    secret: "a secret",
  },
  {
    name: "nested-action",
    files: {
      "vendor.yaml": withoutRoutes(
        "  event: { body: event.type }\n  action: { body: event.action }\n  signature: stripe\n",
      ),
      "events.yaml": "order.item:\n  actions: [added, removed]\n",
    },
    consumer: `import { Webhooks } from "./index.js";
const webhooks = new Webhooks({ secret: "a secret" });
webhooks.on("order.item.added", ({ payload }): "added" => payload.event.action);
`,
    on: "order.item.added",
    event: "order.item",
    headers: ["stripe-signature"],
    secret: "a secret",
  },
  {
    name: "shopify-like",
    files: {
      "vendor.yaml": withoutRoutes(
        "  event: { header: X-Acme-Topic }\n  delivery: { header: X-Acme-Id }\n  action: none\n  signature: shopify\n",
      ),
      "events.yaml": "orders/create:\nPush Hook:\nrepo:push:\nAUTHORISATION:\n",
      "payloads/orders_create.yaml":
        "event: orders/create\npayload: { type: object, required: [id], properties: { id: { type: integer } } }\n",
    },
    isOfBody: true,
    consumer: `import { Webhooks } from "./index.js";
import { sign, verify } from "./methods.js";
import type { OrdersCreatePayload, PushHookPayload, RepoPushPayload } from "./webhooks.js";
const webhooks = new Webhooks({ secret: "a secret" });
webhooks.on("orders/create", ({ payload }) => payload.id.toFixed());
export const signature: string = webhooks.sign("{}");
export const verified: boolean = verify("a secret", new ArrayBuffer(2), sign("a secret", "{}"));
// @ts-expect-error -- the scheme signs the body alone
verify("a secret", "{}", new Headers());
export type Payloads = [OrdersCreatePayload, PushHookPayload, RepoPushPayload];
`,
    on: "orders/create",
    event: "orders/create",
    headers: ["x-acme-topic", "x-acme-id", "x-shopify-hmac-sha256"],
    secret: "a secret",
  },
];
