/** The toolkits of services that sign more than the body, or name the event in it. */
import {
  createNodeMiddleware,
  createWebMiddleware,
  type ChallengeAnswer,
  type UnknownEvent,
  type WebhooksConstructor,
} from "typewire/runtime";
import type { Equal, Expect } from "./assert.js";

interface PaidEvent {
  id: string;
  name: "invoice.paid";
  payload: { total: number };
}

interface Types {
  name: "invoice.paid";
  events: { "invoice.paid": PaidEvent; [name: string]: UnknownEvent };
  event: PaidEvent;
}

declare const Named: WebhooksConstructor<Types>;
declare const Signed: WebhooksConstructor<Types, "signed">;
declare const ByHeaders: WebhooksConstructor<Types, "headers">;

const named = new Named({ secret: "a secret" });
const signed = new Signed({ secret: new Uint8Array(32) });
const byHeaders = new ByHeaders({ secret: "a secret", tolerance: 60, now: () => 0 });

export type Results = [
  Expect<Equal<ReturnType<typeof named.sign>, string>>,
  Expect<Equal<ReturnType<typeof signed.sign>, string>>,
  Expect<Equal<ReturnType<typeof byHeaders.sign>, Record<string, string>>>,
  Expect<Equal<ReturnType<typeof named.verifyAndReceive>, Promise<void>>>,
  Expect<Equal<ReturnType<typeof signed.verifyAndReceive>, Promise<ChallengeAnswer | undefined>>>,
  Expect<
    Equal<ReturnType<typeof byHeaders.verifyAndReceive>, Promise<ChallengeAnswer | undefined>>
  >,
];

// @ts-expect-error -- a scheme over the body alone has no timestamp
new Named({ secret: "a secret", tolerance: 60 });
// @ts-expect-error -- nor has it a clock
new Signed({ secret: "a secret", now: () => 0 });

const payload = "{}";
const headers = { "webhook-id": "1" };
void named.verifyAndReceive({ name: "invoice.paid", payload, signature: "" });
void signed.verifyAndReceive({ payload, signature: "" });
void byHeaders.verifyAndReceive({ payload, headers, url: "https://acme.example/hooks" });
void byHeaders.verifyAndReceive({ payload, headers: new Headers(headers) });
// @ts-expect-error -- the name is not signed, so it is given
void named.verifyAndReceive({ payload, signature: "" });
// @ts-expect-error -- the name is read from the body
void signed.verifyAndReceive({ name: "invoice.paid", payload, signature: "" });
// @ts-expect-error -- the signature is read from the headers
void byHeaders.verifyAndReceive({ payload, signature: "" });

named.verify(payload, "sha256=00");
byHeaders.verify(payload, headers, { method: "POST" });
byHeaders.sign(payload, { id: "1", timestamp: 0, url: "https://acme.example/hooks" });
// @ts-expect-error -- one text is not enough
byHeaders.verify(payload, "sha256=00");
// @ts-expect-error -- one text is all that is needed
named.verify(payload, headers);
// @ts-expect-error -- nothing but the body is signed
named.sign(payload, { id: "1" });

byHeaders.on("invoice.paid", ({ payload: { total } }) => {
  total satisfies number;
  // @ts-expect-error -- not any
  total satisfies string;
});
for (const webhooks of [named, signed, byHeaders]) {
  createNodeMiddleware(webhooks, { publicUrl: "https://acme.example/hooks" });
  createWebMiddleware(webhooks);
}
