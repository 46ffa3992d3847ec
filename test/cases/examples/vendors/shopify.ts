import { edit, JSON_BODY, JSON_HEADERS, signHmac, type VendorExample } from "./vendor-example.js";

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export function signShopify(body: string, secret: string): string {
  return signHmac(secret, body, "base64");
}

const VERSIONED = { ...JSON_HEADERS, "x-shopify-api-version": "2025-10" };

export const shopify: VendorExample = {
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
