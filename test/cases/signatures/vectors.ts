/** Signed deliveries that services and their libraries publish. */
import type { PRESETS } from "../../../src/receive/signatures/plan/presets.js";

/** A delivery as its service or its library publishes it. */
export interface PublishedDelivery {
  readonly source: string;
  readonly preset: keyof typeof PRESETS;
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly url?: string;
}

const SLACK_BODY =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V" +
  "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=" +
  "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554" +
  "%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";

const SENDGRID_BODY =
  '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
  '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
  '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
  '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n';

const TWILIO_BODY =
  "CallSid=CA1234567890ABCDE&Caller=%2B12349013030&Digits=1234&From=%2B12349013030&To=%2B18005551212";

const TWILIO_URL = "https://mycompany.com/myapp.php?foo=1&bar=2";

export const PUBLISHED: readonly PublishedDelivery[] = [
  {
    source: "GitHub's documentation",
    preset: "github",
    secret: "It's a Secret to Everybody",
    body: "Hello, World!",
    headers: {
      "x-hub-signature-256":
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
  },
  {
    source: "Bitbucket's documentation",
    preset: "bitbucket",
    secret: "It's a Secret to Everybody",
    body: "Hello World!",
    headers: {
      "x-hub-signature": "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9",
    },
  },
  {
    source: "the specification of Standard Webhooks",
    preset: "standard-webhooks",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    body: '{"test": 2432232314}',
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    now: 1614265330_000,
  },
  {
    source: "the documentation of Svix, with a second signature",
    preset: "standard-webhooks",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    body: '{"test": 2432232314}',
    headers: {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,bm9ldHU=",
    },
    now: 1614265330_000,
  },
  {
    source: "Slack's documentation",
    preset: "slack",
    secret: "8f742231b10e8888abcd99yyyzzz85a5",
    body: SLACK_BODY,
    headers: {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    now: 1531420618_000,
  },
  {
    source: "Square's documentation",
    preset: "square",
    secret: "asdf1234",
    body: '{"hello":"world"}',
    headers: { "x-square-hmacsha256-signature": "2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=" },
    url: "https://example.com/webhook",
  },
  {
    source: "the tests of SendGrid's libraries",
    preset: "sendgrid",
    secret:
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw" +
      "+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==",
    body: SENDGRID_BODY,
    headers: {
      "x-twilio-email-event-webhook-timestamp": "1600112502",
      "x-twilio-email-event-webhook-signature":
        "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=",
    },
    now: 1600112502_000,
  },
  {
    source: "the tests of Twilio's libraries, a form",
    preset: "twilio",
    secret: "12345",
    body: TWILIO_BODY,
    headers: { "x-twilio-signature": "0/KCTR6DLpKmkAf8muzZqo1nDgQ=" },
    url: TWILIO_URL,
  },
  {
    source: "the tests of Twilio's libraries, JSON",
    preset: "twilio",
    secret: "12345",
    body: '{"property": "value", "boolean": true}',
    headers: { "x-twilio-signature": "a9nBmqA0ju/hNViExpshrM61xv4=" },
    url: `${TWILIO_URL}&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620`,
  },
];

/** RFC 2202, section 3, and RFC 4231, sections 4.2 and 4.3: keys and data in hex. */
export const HMAC_VECTORS = [
  {
    algorithm: "hmac-sha1",
    key: "0b".repeat(20),
    data: "4869205468657265",
    digest: "b617318655057264e28bc0b6fb378c8ef146be00",
  },
  {
    algorithm: "hmac-sha1",
    key: "4a656665",
    data: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
    digest: "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
  },
  {
    algorithm: "hmac-sha256",
    key: "4a656665",
    data: "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
    digest: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  },
  {
    algorithm: "hmac-sha512",
    key: "0b".repeat(20),
    data: "4869205468657265",
    digest:
      "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde" +
      "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
  },
] as const;

/** RFC 8032, section 7.1, test 2: all in hex. */
export const ED25519_VECTOR = {
  seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
  publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  message: "72",
  signature:
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" +
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
} as const;

/** RFC 6979, appendix A.2.5, SHA-256 of "sample": all in hex, the signature in DER. */
export const ECDSA_VECTOR = {
  publicKey:
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6" +
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
  message: "73616d706c65",
  signature:
    "3046" +
    "022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716" +
    "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
} as const;
