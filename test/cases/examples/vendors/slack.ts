import { edit, JSON_BODY, JSON_HEADERS, signHmac, type VendorExample } from "./vendor-example.js";

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signSlack(body: string, secret: string, time: number): string {
  return `v0=${signHmac(secret, `v0:${time}:${body}`, "hex")}`;
}

export const slack: VendorExample = {
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
