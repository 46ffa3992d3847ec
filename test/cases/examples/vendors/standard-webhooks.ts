import {
  edit,
  JSON_BODY,
  JSON_HEADERS,
  OLD_SECRET,
  signHmac,
  type VendorExample,
} from "./vendor-example.js";

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signStandard(id: string, body: string, secret: string, time: number): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${signHmac(key, `${id}.${time}.${body}`, "base64")}`;
}

const MESSAGE_ID = "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W";

export const standardWebhooks: VendorExample = {
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
