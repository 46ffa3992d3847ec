/**
 * The services of `examples/vendors/`: the requests that their clients have to build, and deliveries
 * as such services send them. Signatures are made here with Node alone, by each service's own
 * documentation, and share no code with the project.
 */
import { createHmac } from "node:crypto";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** All but `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text as it is sent; the parts of a multipart body. */
  readonly body: string | readonly Part[];
}

export type Part = readonly [name: string, value: string, fileName?: string, type?: string];

export interface VendorExample {
  /** Of `examples/vendors/`. */
  readonly folder: string;
  readonly requests: readonly SentRequest[];
  readonly secret: string;
  /** What the receiver asks for when it has no secret. */
  readonly ask: string;
  /** The body as the service writes it, with its spaces and line breaks. */
  readonly body: string;
  /** All headers of a delivery, with their names as the service writes them. `time` is in seconds. */
  readonly createHeaders: (body: string, secret: string, time: number) => Record<string, string>;
  /** What the handler prints. */
  readonly printed: string;
  /** The name of the header that no delivery comes without. */
  readonly signatureHeader: string;
  /** Whether the time is signed. */
  readonly isTimed: boolean;
  /** Bodies of deliveries that the client answers without a handler. */
  readonly challenges: readonly Challenge[];
  /** Headers of attackers, beside those that every scheme has to refuse. */
  readonly forgeries: readonly Forgery[];
  /** Statements that the compiler has to refuse, each on a line of its own. */
  readonly mistakes: readonly string[];
}

/** What becomes of the headers of an authentic delivery. */
export interface Forgery {
  readonly title: string;
  readonly code: string;
  readonly forge: (headers: Record<string, string>) => Record<string, string>;
}

/** Replaces text in one header. */
function edit(
  name: string,
  pattern: RegExp,
  replacement: string,
): (headers: Record<string, string>) => Record<string, string> {
  return (headers) => ({ ...headers, [name]: (headers[name] ?? "").replace(pattern, replacement) });
}

export interface Challenge {
  readonly text: string;
  readonly answer: unknown;
}

export function signHmac(
  secret: string | Buffer,
  content: string,
  encoding: "hex" | "base64",
): string {
  return createHmac("sha256", secret).update(content).digest(encoding);
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function signStripe(body: string, secret: string, time: number): string {
  return signHmac(secret, `${time}.${body}`, "hex");
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signStandard(id: string, body: string, secret: string, time: number): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${signHmac(key, `${id}.${time}.${body}`, "base64")}`;
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signSlack(body: string, secret: string, time: number): string {
  return `v0=${signHmac(secret, `v0:${time}:${body}`, "hex")}`;
}

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export function signShopify(body: string, secret: string): string {
  return signHmac(secret, body, "base64");
}

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export function signGithub(body: string, secret: string): string {
  return `sha256=${signHmac(secret, body, "hex")}`;
}

const JSON_HEADERS = { accept: "application/json" };
const JSON_BODY = { ...JSON_HEADERS, "content-type": "application/json; charset=utf-8" };

/** A signature of a secret that has been replaced: services send it beside the new one for a time. */
const OLD_SECRET = "whsec_b2xkIHNlY3JldCBvZiB0aGUgZW5kcG9pbnQ=";

const stripe: VendorExample = {
  folder: "stripe-like",
  requests: [
    {
      method: "POST",
      url: "https://api.payments.example/v1/charges",
      headers: {
        ...JSON_HEADERS,
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": "order-1001",
      },
      body: [
        "amount=1099&currency=eur",
        "metadata%5Border%5D=1001%20%26%201002",
        "shipping%5Bname%5D=Zo%C3%AB&shipping%5Baddress%5D%5Bcity%5D=%C5%81%C3%B3d%C5%BA",
        "expand%5B%5D=customer&expand%5B%5D=invoice",
      ].join("&"),
    },
    {
      method: "GET",
      url: "https://api.payments.example/v1/charges?limit=3&created%5Bgte%5D=1700000000&created%5Blt%5D=1700086400",
      headers: JSON_HEADERS,
      body: "",
    },
    {
      method: "POST",
      url: "https://api.payments.example/v1/disputes/du_1/close?expand%5B%5D=charge",
      headers: JSON_HEADERS,
      body: "",
    },
  ],
  secret: "whsec_4f1c0f3b5a7d9e2c6b8a",
  ask: "signing secret of your endpoint, whsec_…",
  body: JSON.stringify(
    {
      id: "evt_1NG8Du2eZvKYlo2CUI79vXWy",
      object: "event",
      api_version: "2025-10-29.clover",
      created: 1686089970,
      data: {
        object: {
          id: "du_1MtJUT2eZvKYlo2CNaw2HvEv",
          object: "dispute",
          amount: 1099,
          charge: "ch_1AZtxr2eZvKYlo2CJDX8whov",
          currency: "eur",
          reason: "product_not_received",
        },
      },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: "charge.dispute.created",
    },
    null,
    2,
  ),
  createHeaders: (body, secret, time) => ({
    "Cache-Control": "no-cache",
    "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    Accept: "*/*; q=0.5, application/xml",
    "Content-Type": "application/json; charset=utf-8",
    // While a secret is rolled there is a signature of each; v0 is a fake one of test mode.
    "Stripe-Signature": [
      `t=${time}`,
      `v1=${signStripe(body, OLD_SECRET, time)}`,
      `v1=${signStripe(body, secret, time)}`,
      `v0=${"6".repeat(64)}`,
    ].join(","),
  }),
  printed:
    "evt_1NG8Du2eZvKYlo2CUI79vXWy: ch_1AZtxr2eZvKYlo2CJDX8whov is disputed as product_not_received, 1099 eur",
  signatureHeader: "Stripe-Signature",
  isTimed: true,
  challenges: [],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MISMATCH",
      forge: edit("Stripe-Signature", /.{9},v0/, ",v0"),
    },
    {
      title: "the signature of another version",
      code: "SIGNATURE_MALFORMED",
      forge: edit("Stripe-Signature", /v1=/g, "v0="),
    },
    {
      title: "a time that was moved",
      code: "SIGNATURE_MISMATCH",
      forge: edit("Stripe-Signature", /t=(\d+)/, "t=1$1"),
    },
    {
      title: "a second time",
      code: "SIGNATURE_MALFORMED",
      forge: edit("Stripe-Signature", /$/, ",t=1"),
    },
    {
      title: "a time of 400 digits",
      code: "SIGNATURE_MISMATCH",
      forge: edit("Stripe-Signature", /t=\d+/, `t=1${"0".repeat(400)}`),
    },
    {
      title: "the header of another service",
      code: "SIGNATURE_MISSING",
      forge: ({ "Stripe-Signature": signature = "", ...headers }) => ({
        ...headers,
        "Webhook-Signature": signature,
      }),
    },
  ],
  mistakes: [
    `endpoint("POST /v1/charges", { amount: "1099", currency: "eur" });`,
    `endpoint("POST /v1/charges", { amount: 1099, currency: "eur", "Idempotency-Key": 1 });`,
    `endpoint("POST /v1/disputes/{dispute}/close", { dispute: "du_1", "expand[]": "charge" });`,
    `webhooks.on("charge.dispute.created", ({ payload }) => payload.data.object.email);`,
    `webhooks.verify("{}", "t=1,v1=00");`,
  ],
};

const MESSAGE_ID = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W";

const standardWebhooks: VendorExample = {
  folder: "standard-webhooks",
  requests: [
    {
      method: "POST",
      url: "https://api.mail.example/emails",
      headers: { ...JSON_BODY, "idempotency-key": "welcome-7" },
      body: '{"from":"Acme <hello@acme.example>","to":["zoe@example.com"],"subject":"Welcome"}',
    },
    {
      method: "GET",
      url: "https://api.mail.example/emails?after=em_1&status=delivered,bounced",
      headers: JSON_HEADERS,
      body: "",
    },
    {
      method: "GET",
      url: "https://api.mail.example/emails/em%2F2",
      headers: JSON_HEADERS,
      body: "",
    },
  ],
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ask: "signing secret of your endpoint, whsec_…",
  body: JSON.stringify({
    type: "email.bounced",
    created_at: "2026-11-22T23:41:12.126Z",
    data: {
      broadcast_id: "8b146471-e88e-4322-86af-016cd36fd216",
      email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
      from: "Acme <hello@acme.example>",
      to: ["zoë@example.com"],
      subject: "Welcome",
      bounce: { message: "The mailbox does not exist.", type: "Permanent" },
    },
  }),
  createHeaders: (body, secret, time) => ({
    "User-Agent": "Svix-Webhooks/1.62.0 (sender-9YMgn; +https://www.svix.com/http-sender/)",
    Accept: "*/*",
    "Content-Type": "application/json",
    "svix-id": MESSAGE_ID,
    "svix-timestamp": String(time),
    "svix-signature": [
      signStandard(MESSAGE_ID, body, OLD_SECRET, time),
      "v1a,bm90IHJlYWQ=", // the asymmetric version, which this receiver does not know
      signStandard(MESSAGE_ID, body, secret, time),
    ].join(" "),
  }),
  printed: `${MESSAGE_ID}: no email reaches zoë@example.com, The mailbox does not exist.`,
  signatureHeader: "svix-signature",
  isTimed: true,
  challenges: [],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MISMATCH",
      forge: edit("svix-signature", /.{9}$/, ""),
    },
    {
      title: "the signature of another version",
      code: "SIGNATURE_MALFORMED",
      forge: edit("svix-signature", /v1,/g, "v2,"),
    },
    { title: "another id", code: "SIGNATURE_MISMATCH", forge: edit("svix-id", /^msg/, "evt") },
    {
      title: "a time that was moved",
      code: "SIGNATURE_MISMATCH",
      forge: edit("svix-timestamp", /^/, "1"),
    },
    {
      title: "a time of 400 digits",
      code: "SIGNATURE_MISMATCH",
      forge: edit("svix-timestamp", /^\d+/, `1${"0".repeat(400)}`),
    },
    {
      title: "no id",
      code: "HEADER_MISSING",
      forge: ({ "svix-id": _id, ...headers }) => headers,
    },
  ],
  mistakes: [
    `endpoint("POST /emails", { from: "a@example.com", to: "b@example.com", subject: "" });`,
    `endpoint("GET /emails", { status: ["lost"] });`,
    `webhooks.on("email.bounced", ({ payload }) => payload.data.open);`,
    `new Webhooks({ secret: 7 });`,
  ],
};

const slack: VendorExample = {
  folder: "slack-like",
  requests: [
    {
      method: "POST",
      url: "https://chat.example/api/chat.postMessage",
      headers: JSON_BODY,
      body: '{"channel":"C024BE91L","text":"Deployed ✓"}',
    },
    {
      method: "GET",
      url: "https://chat.example/api/conversations.list?limit=20&types=public_channel,im",
      headers: JSON_HEADERS,
      body: "",
    },
    {
      method: "POST",
      url: "https://chat.example/api/files.upload",
      headers: JSON_HEADERS, // with the content type that the platform adds
      body: [
        ["file", "a,b\n1,2\n", "Übersicht.csv", "text/csv"],
        ["channels", "C024BE91L,C061EG9SL"],
        ["title", "Numbers"],
      ],
    },
  ],
  secret: "8f742231b10e8888abcd99yyyzzz85a5",
  ask: "signing secret of your app",
  body: JSON.stringify({
    token: "Jhj5dZrVaK7ZwHHjRyZWjbDl",
    team_id: "T061EG9R6",
    api_app_id: "A0PNCHHK2",
    event: {
      type: "app_mention",
      user: "U061F7AUR",
      text: "<@U0LAN0Z89> is it everything a river should be?",
      ts: "1515449522.000016",
      channel: "C024BE91L",
      event_ts: "1515449522000016",
    },
    type: "event_callback",
    event_id: "Ev0LAN670R",
    event_time: 1515449522,
    authed_users: ["U0LAN0Z89"],
  }),
  createHeaders: (body, secret, time) => ({
    "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
    "Accept-Encoding": "gzip,deflate",
    Accept: "*/*",
    "X-Slack-Request-Timestamp": String(time),
    "X-Slack-Signature": signSlack(body, secret, time),
    "X-Slack-Retry-Num": "1",
    "X-Slack-Retry-Reason": "http_timeout",
    "Content-Type": "application/json",
  }),
  printed: "Ev0LAN670R: U061F7AUR in C024BE91L: <@U0LAN0Z89> is it everything a river should be?",
  signatureHeader: "X-Slack-Signature",
  isTimed: true,
  challenges: [
    {
      text: JSON.stringify({
        token: "Jhj5dZrVaK7ZwHHjRyZWjbDl",
        challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
        type: "url_verification",
      }),
      answer: { challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P" },
    },
  ],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Slack-Signature", /.{9}$/, ""),
    },
    {
      title: "the signature of another version",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Slack-Signature", /^v0/, "v1"),
    },
    {
      title: "a time that was moved",
      code: "SIGNATURE_MISMATCH",
      forge: edit("X-Slack-Request-Timestamp", /^/, "1"),
    },
    {
      title: "a list of a bad and the good signature",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Slack-Signature", /^/, `v0=${"0".repeat(64)},`),
    },
    {
      title: "no time",
      code: "SIGNATURE_MALFORMED",
      forge: ({ "X-Slack-Request-Timestamp": _time, ...headers }) => headers,
    },
  ],
  mistakes: [
    `endpoint("POST /files.upload", { file: "a,b" });`,
    `endpoint("POST /chat.postMessage", { channel: "C1" });`,
    `webhooks.on("app_mention", ({ payload }) => payload.event.reaction);`,
  ],
};

const VERSIONED = { ...JSON_HEADERS, "x-shopify-api-version": "2025-10" };

const shopify: VendorExample = {
  folder: "shopify-like",
  requests: [
    {
      method: "GET",
      url: "https://tea-house.shop.example/admin/api/orders.json?status=open&fields=id,total_price",
      headers: VERSIONED,
      body: "",
    },
    {
      method: "GET",
      url: "https://tea-house.shop.example/admin/api/orders/450789469.json",
      headers: VERSIONED,
      body: "",
    },
    {
      method: "POST",
      url: "https://tea-house.shop.example/admin/api/orders/450789469/cancel.json",
      headers: { ...VERSIONED, ...JSON_BODY },
      body: '{"reason":"customer","restock":true}',
    },
  ],
  secret: "hush",
  ask: "client secret of your app",
  body: JSON.stringify({
    id: 820982911946154500,
    admin_graphql_api_id: "gid://shopify/Order/820982911946154508",
    currency: "EUR",
    total_price: "26.50",
    line_items: [
      { id: 866550311766439020, title: "Gyokuro", quantity: 2 },
      { id: 141249953214522974, title: "Teekännchen", quantity: 1 },
    ],
  }),
  createHeaders: (body, secret, time) => ({
    "User-Agent": "Shopify-Captain-Hook",
    Accept: "*/*",
    "Accept-Encoding": "gzip;q=1.0,deflate;q=0.6,identity;q=0.3",
    "Content-Type": "application/json",
    "X-Shopify-API-Version": "2025-10",
    "X-Shopify-Event-Id": "98880550-7158-44d4-b7cd-2c97c8a091b5",
    "X-Shopify-Hmac-Sha256": signShopify(body, secret),
    "X-Shopify-Shop-Domain": "tea-house.shop.example",
    "X-Shopify-Topic": "orders/create",
    "X-Shopify-Triggered-At": new Date(time * 1000).toISOString(),
    "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
  }),
  printed: "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043: 2 × Gyokuro, 1 × Teekännchen for 26.50 EUR",
  signatureHeader: "X-Shopify-Hmac-Sha256",
  isTimed: false,
  challenges: [],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Shopify-Hmac-Sha256", /.{9}$/, ""),
    },
    {
      title: "a list of a bad and the good signature",
      code: "HEADER_REPEATED",
      forge: edit("X-Shopify-Hmac-Sha256", /^/, `${"A".repeat(43)}=,`),
    },
    {
      title: "a signature in hex",
      code: "SIGNATURE_MALFORMED",
      forge: (headers) => ({
        ...headers,
        "X-Shopify-Hmac-Sha256": Buffer.from(
          headers["X-Shopify-Hmac-Sha256"] ?? "",
          "base64",
        ).toString("hex"),
      }),
    },
    {
      title: "an event that the service does not have",
      code: "INVALID_EVENT_NAME",
      forge: edit("X-Shopify-Topic", /.*/, "error"),
    },
  ],
  mistakes: [
    `endpoint("GET /orders.json", { status: "open" });`,
    `endpoint("GET /orders/{order_id}.json", { ...{ "X-Shopify-Api-Version": "1" }, order_id: "1" });`,
    `endpoint.defaults({ variables: { stor: "tea-house" } });`,
    `webhooks.on("orders/create", ({ payload }) => payload.email);`,
  ],
};

const FORGE = { accept: "application/vnd.forge+json" };

const github: VendorExample = {
  folder: "github-like",
  requests: [
    {
      method: "GET",
      url: "https://api.forge.example/repos/acme/shop/contents/docs/read%20me.md?ref=main",
      headers: FORGE,
      body: "",
    },
    {
      method: "POST",
      url: "https://api.forge.example/repos/acme/shop/issues",
      headers: { ...JSON_BODY, ...FORGE },
      body: '{"title":"It rains in","labels":["roof"]}',
    },
    {
      method: "POST",
      url: "https://api.forge.example/markdown/raw",
      headers: { accept: "text/html", "content-type": "text/plain" },
      body: "**bold**",
    },
  ],
  secret: "It's a Secret to Everybody",
  ask: "secret of your webhook",
  body: JSON.stringify({
    action: "opened",
    issue: { id: 73464126, number: 2, title: "Spelling error in the README", state: "open" },
    repository: { id: 35129377, full_name: "acme/shop", private: false },
    sender: { login: "zoe", type: "User" },
  }),
  createHeaders: (body, secret) => ({
    Accept: "*/*",
    "Content-Type": "application/json",
    "User-Agent": "GitHub-Hookshot/044aadd",
    "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "X-GitHub-Event": "issues",
    "X-GitHub-Hook-ID": "292430182",
    "X-GitHub-Hook-Installation-Target-ID": "79929171",
    "X-GitHub-Hook-Installation-Target-Type": "repository",
    "X-Hub-Signature": `sha1=${createHmac("sha1", secret).update(body).digest("hex")}`,
    "X-Hub-Signature-256": signGithub(body, secret),
  }),
  printed: "72d3162e-cc78-11e3-81ab-4c9367dc0958: acme/shop#2 Spelling error in the README",
  signatureHeader: "X-Hub-Signature-256",
  isTimed: false,
  challenges: [],
  forgeries: [
    {
      title: "a signature that was cut",
      code: "SIGNATURE_MALFORMED",
      forge: edit("X-Hub-Signature-256", /.{9}$/, ""),
    },
    {
      title: "the digest of another algorithm",
      code: "SIGNATURE_MALFORMED",
      forge: (headers) => ({ ...headers, "X-Hub-Signature-256": headers["X-Hub-Signature"] ?? "" }),
    },
    {
      title: "only the header of the older signature",
      code: "SIGNATURE_MISSING",
      forge: ({ "X-Hub-Signature-256": _signature, ...headers }) => headers,
    },
    {
      title: "a list of a bad and the good signature",
      code: "HEADER_REPEATED",
      forge: edit("X-Hub-Signature-256", /^/, `sha256=${"0".repeat(64)},`),
    },
  ],
  mistakes: [
    `endpoint("POST /repos/{owner}/{repo}/issues", { owner: "a", repo: "b" });`,
    `endpoint("POST /markdown/raw", { data: { text: "**bold**" } });`,
    `webhooks.on("issues.opened", ({ payload }): "closed" => payload.action);`,
  ],
};

export const examples: readonly VendorExample[] = [
  stripe,
  standardWebhooks,
  slack,
  shopify,
  github,
];
