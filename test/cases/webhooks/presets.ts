/** Deliveries as well-known services send them, for receivers that have a preset and no description. */
import { generateKeyPairSync } from "node:crypto";
import * as schemes from "../../../src/receive/signatures/schemes.js";
import { defineStandardWebhooks } from "../../../src/receive/signatures/define.js";
import type { SignatureScheme } from "../../../src/receive/signatures/types.js";

const json = "application/json";
const form = "application/x-www-form-urlencoded";

const toForm = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString();

const interaction = { type: "block_actions", actions: [{ action_id: "approve" }] };
const sms = { MessageSid: "SM1", SmsStatus: "received", Body: "grüß [dich] {x}" };
const status = { MessageSid: "SM1", SmsStatus: "sent", MessageStatus: "sent" };
const command = { command: "/weather", text: "payload=94070&type=x", team_id: "T1" };

export const deliveries: readonly PresetDelivery[] = [
  {
    title: "github, as JSON",
    scheme: schemes.github,
    type: json,
    body: '{"action":"opened","issue":{"number":7}}',
    headers: { "X-GitHub-Event": "issues", "X-GitHub-Delivery": "72d3162e" },
    event: { id: "72d3162e", name: "issues" },
  },
  {
    title: "github, as a form",
    scheme: schemes.github,
    type: form,
    body: toForm({ payload: '{"zen":"Keep it logically awesome."}' }),
    headers: { "X-GitHub-Event": "ping", "X-GitHub-Delivery": "72d3162f" },
    event: { id: "72d3162f", name: "ping", payload: { zen: "Keep it logically awesome." } },
  },
  {
    title: "github, without an id",
    scheme: schemes.github,
    type: json,
    body: "{}",
    headers: { "X-GitHub-Event": "push" },
    event: { name: "push" },
  },
  {
    title: "standard webhooks",
    scheme: schemes.standardWebhooks,
    type: json,
    body: '{"type":"user.created","data":{}}',
    event: { id: "msg_1", name: "user.created" },
  },
  {
    title: "standard webhooks, by svix",
    scheme: defineStandardWebhooks("Svix"),
    type: json,
    body: '{"type":"user.created","data":{}}',
    event: { id: "msg_1", name: "user.created" },
  },
  {
    title: "stripe",
    scheme: schemes.stripe,
    type: "application/json; charset=utf-8",
    body: ' \n{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":"in_1"}}}',
    event: { id: "evt_1", name: "invoice.paid" },
  },
  {
    title: "slack's events",
    scheme: schemes.slack,
    type: json,
    body: '{"type":"event_callback","event_id":"Ev1","event":{"type":"app_mention"}}',
    event: { id: "Ev1", name: "app_mention" },
  },
  {
    title: "slack's rate limit, which is no event of a workspace",
    scheme: schemes.slack,
    type: json,
    body: '{"type":"app_rate_limited","team_id":"T1"}',
    event: { name: "app_rate_limited" },
  },
  {
    title: "slack's interactions",
    scheme: schemes.slack,
    type: form,
    body: toForm({ payload: JSON.stringify(interaction) }),
    event: { name: "block_actions", payload: interaction },
  },
  {
    title: "slack's commands",
    scheme: schemes.slack,
    type: form,
    body: toForm(command),
    event: { name: "/weather", payload: command },
  },
  {
    title: "shopify",
    scheme: schemes.shopify,
    type: json,
    body: '{"id":1,"action":"x"}',
    headers: { "X-Shopify-Topic": "orders/create", "X-Shopify-Webhook-Id": "w1" },
    event: { id: "w1", name: "orders/create" },
  },
  {
    title: "square",
    scheme: schemes.square,
    type: json,
    body: '{"type":"payment.updated","event_id":"e1"}',
    event: { id: "e1", name: "payment.updated" },
  },
  {
    title: "paddle",
    scheme: schemes.paddle,
    type: json,
    body: '{"event_id":"evt_1","event_type":"transaction.paid","notification_id":"ntf_1"}',
    event: { id: "ntf_1", name: "transaction.paid" },
  },
  {
    title: "linear",
    scheme: schemes.linear,
    type: json,
    body: '{"type":"Issue","action":"create","webhookTimestamp":1700000000000}',
    headers: { "Linear-Delivery": "d1", "Linear-Event": "Issue" },
    event: { id: "d1", name: "Issue" },
  },
  {
    title: "line, with several events",
    scheme: schemes.line,
    type: json,
    body: '{"destination":"U1","events":[{"type":"message"},{"type":"follow"}]}',
    event: { name: "events" },
  },
  {
    title: "typeform",
    scheme: schemes.typeform,
    type: json,
    body: '{"event_id":"e1","event_type":"form_response"}',
    event: { id: "e1", name: "form_response" },
  },
  {
    title: "bitbucket",
    scheme: schemes.bitbucket,
    type: json,
    body: '{"push":{}}',
    headers: { "X-Event-Key": "repo:push", "X-Request-UUID": "r1" },
    event: { id: "r1", name: "repo:push" },
  },
  {
    title: "gitlab",
    scheme: schemes.gitlabToken,
    type: json,
    body: '{"object_kind":"push"}',
    headers: { "X-Gitlab-Event": "Push Hook", "X-Gitlab-Event-UUID": "g1" },
    event: { id: "g1", name: "Push Hook" },
  },
  {
    title: "discord",
    scheme: schemes.discord,
    type: json,
    body: '{"version":1,"type":1,"event":{"type":"APPLICATION_AUTHORIZED"}}',
    event: { name: "APPLICATION_AUTHORIZED" },
  },
  {
    title: "zoom",
    scheme: schemes.zoom,
    type: json,
    body: '{"event":"meeting.started","payload":{}}',
    event: { name: "meeting.started" },
  },
  {
    title: "workos",
    scheme: schemes.workos,
    type: json,
    body: '{"id":"event_1","event":"user.created","data":{}}',
    event: { id: "event_1", name: "user.created" },
  },
  {
    title: "sendgrid, whose body is a list",
    scheme: schemes.sendgrid,
    type: json,
    body: '\r\n[{"event":"delivered"},{"event":"open"}]\r\n',
    event: { name: "events" },
  },
  {
    title: "twilio's messages",
    scheme: schemes.twilio,
    type: `${form}; charset=UTF-8`,
    body: toForm(sms),
    headers: { "I-Twilio-Idempotency-Token": "t1" },
    event: { id: "t1", name: "received", payload: sms },
  },
  {
    title: "twilio's status callbacks",
    scheme: schemes.twilio,
    type: form,
    body: toForm(status),
    event: { name: "sent", payload: status },
  },
  {
    title: "twilio's requests without a status",
    scheme: schemes.twilio,
    type: form,
    body: "Digits=1",
    event: { name: "request", payload: { Digits: "1" } },
  },
  {
    title: "hubspot, whose body is a list",
    scheme: schemes.hubspotV3,
    type: json,
    body: '[{"eventId":1,"subscriptionType":"contact.creation"}]',
    event: { name: "events" },
  },
];

/** A secret that signs and verifies by the scheme. */
export function createSecret({ use, secretPrefix = "" }: SignatureScheme): string {
  const toPem = (key: ReturnType<typeof generateKeyPairSync>["privateKey"]): string =>
    key.export({ format: "pem", type: "pkcs8" }).toString();
  if (use.name === "ed25519") return toPem(generateKeyPairSync("ed25519").privateKey);
  if (use.name === "ecdsa-p256-sha256")
    return toPem(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey);
  return `${secretPrefix}c2VjcmV0c2VjcmV0c2VjcmV0`;
}

export interface PresetDelivery {
  readonly title: string;
  readonly scheme: SignatureScheme;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The event that handlers get: `payload` is the parsed body unless it says another. */
  readonly event: { readonly id?: string; readonly name: string; readonly payload?: unknown };
}
