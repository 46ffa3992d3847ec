/** The options of the toolkit: secrets, `transform` and `log`. */
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

// Ordinary loggers: methods of text, overloads, a chain, more levels than four.
interface Overloaded {
  <Fields>(fields: Fields, message?: string, ...values: unknown[]): void;
  (message: string, ...values: unknown[]): void;
}
interface Chained {
  (message: string, ...meta: object[]): Chaining;
  (fields: object): Chaining;
}
interface Chaining {
  readonly error: Chained;
  readonly warn: Chained;
  readonly verbose: Chained;
}
declare const loggers: {
  readonly overloaded: Readonly<Record<"trace" | "debug" | "info" | "warn" | "error", Overloaded>>;
  readonly chaining: Chaining;
};
const secret = "a secret";
new Webhooks({ secret, log: console });
new Webhooks({ secret, log: {} });
new Webhooks({ secret, log: loggers.overloaded });
new Webhooks({ secret, log: loggers.chaining });
new Webhooks({ secret, log: { warn: (message: string) => message } });
new Webhooks({
  secret,
  log: { warn: (message: string, fields: object) => [message, fields], debug: undefined },
});
createNodeMiddleware(webhooks, { log: { error: (message: string) => Promise.resolve(message) } });
// @ts-expect-error -- no method
new Webhooks({ secret, log: { warn: "console" } });
// @ts-expect-error -- misspelt
new Webhooks({ secret, log: { wran: console.warn } });

validateEventName("issues.opened");
validateEventName("not_in_the_catalog", { log: { warn: (message: string) => message } });
validateEventName("anything", { onUnknownEventName: "warn", log: { warn: console.warn } });
// @ts-expect-error -- no such way of handling
validateEventName("anything", { onUnknownEventName: "panic" });
