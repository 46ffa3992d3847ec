import { edit, JSON_HEADERS, OLD_SECRET, signHmac, type VendorExample } from "./vendor-example.js";

/** https://docs.stripe.com/webhooks#verify-manually */
export function signStripe(body: string, secret: string, time: number): string {
  return signHmac(secret, `${time}.${body}`, "hex");
}

export const stripe: VendorExample = {
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
