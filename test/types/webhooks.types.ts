/** The toolkit's construction, and what `transform` does to events. */
import { createNodeMiddleware, createWebMiddleware, validateEventName, Webhooks } from "typewire";
import { sign, verify } from "typewire/methods";
import type { Equal, Expect } from "./assert.js";

const webhooks = new Webhooks({ secret: "a secret" });
const rotating = new Webhooks({ secret: "new", additionalSecrets: ["old"] as const });

// @ts-expect-error -- a secret is required
new Webhooks({});
// @ts-expect-error -- a secret is text
new Webhooks({ secret: 1 });

const transforming = new Webhooks({
  secret: "a secret",
  transform: (event) => ({ ...event, receivedAt: new Date() }),
});
transforming.on("issues.opened", ({ payload, receivedAt }) => {
  payload.action satisfies "opened";
  receivedAt satisfies Date;
});
transforming.onAny((event) => {
  // @ts-expect-error -- any-event handlers get the event as it came
  event.receivedAt;
});

export type Results = [
  Expect<Equal<ReturnType<typeof webhooks.sign>, string>>,
  Expect<Equal<ReturnType<typeof webhooks.verify>, boolean>>,
  Expect<Equal<ReturnType<typeof webhooks.receive>, Promise<void>>>,
  Expect<Equal<ReturnType<typeof webhooks.verifyAndReceive>, Promise<void>>>,
  Expect<Equal<ReturnType<typeof sign>, string>>,
  Expect<Equal<ReturnType<typeof verify>, boolean>>,
  Expect<Equal<ReturnType<ReturnType<typeof createNodeMiddleware>>, Promise<boolean>>>,
  Expect<Equal<ReturnType<ReturnType<typeof createWebMiddleware>>, Promise<Response>>>,
];

// Every instance serves the middleware, whatever it transforms.
createNodeMiddleware(webhooks, { path: "/hooks", timeout: 100 });
createNodeMiddleware(transforming);
createWebMiddleware(rotating);
// @ts-expect-error -- the toolkit is required
createNodeMiddleware();

validateEventName("issues.opened");
validateEventName("anything", { onUnknownEventName: "warn", log: { warn: console.warn } });
// @ts-expect-error -- no such way of handling
validateEventName("anything", { onUnknownEventName: "panic" });
