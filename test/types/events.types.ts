/** Event names, events and payloads, also those of sample deliveries. */
import type { EventMap } from "typewire-webhook-types";
import type {
  EmitterWebhookEvent,
  EmitterWebhookEventName,
  HandlerFunction,
  Webhooks,
} from "typewire";
import type { IssuesOpenedPayload } from "typewire/webhooks";
import { anyEvent, emitterEventNames } from "typewire";
import { createDelivery } from "typewire/testing";
import type { Equal, Expect, IsAny, Not } from "./assert.js";

export type Names = [
  // The list at run time and the union at compile time are one.
  Expect<Equal<(typeof emitterEventNames)[number], EmitterWebhookEventName>>,
  Expect<Equal<keyof EventMap, EmitterWebhookEventName>>,
  Expect<Equal<(typeof emitterEventNames)["length"], 323>>,
  Expect<Equal<string extends EmitterWebhookEventName ? true : false, false>>,
];

export type Events = [
  Expect<Equal<EmitterWebhookEvent<"issues.opened">["name"], "issues">>,
  Expect<Equal<EmitterWebhookEvent<"issues.opened">["payload"], IssuesOpenedPayload>>,
  Expect<Equal<EmitterWebhookEvent<"issues.opened">["payload"]["action"], "opened">>,
  Expect<Equal<EmitterWebhookEvent<"issues.opened">["id"], string>>,
  Expect<Equal<EmitterWebhookEvent<"issues.opened">["payload"]["issue"]["title"], string>>,
  // No argument: every event once, its actions within its payload.
  Expect<Equal<Extract<EmitterWebhookEvent, { name: "issues" }>, EmitterWebhookEvent<"issues">>>,
  Expect<Not<IsAny<EmitterWebhookEvent["payload"]>>>,
  Expect<Not<IsAny<EmitterWebhookEvent<"issues.opened">["payload"]["issue"]>>>,
  Expect<Not<IsAny<EmitterWebhookEvent<"push">["payload"]["commits"][number]>>>,
];

declare const webhooks: Webhooks;

webhooks.on("issues", ({ payload }) => {
  // The name narrows to the event, the action to one payload of it.
  if (payload.action === "opened") {
    payload satisfies IssuesOpenedPayload;
  }
  // @ts-expect-error -- no action of this event
  if (payload.action === "published") return;
});

webhooks.on("issues.opened", ({ id, name, payload }) => {
  id satisfies string;
  name satisfies "issues";
  payload.action satisfies "opened";
  // @ts-expect-error -- no property of this payload
  payload.isue;
});

const several = ["issues.opened", "push"] as const;
webhooks.on(several, ({ payload }) => {
  type Both = [
    Expect<
      Equal<
        typeof payload,
        EmitterWebhookEvent<"issues.opened">["payload"] | EmitterWebhookEvent<"push">["payload"]
      >
    >,
  ];
  return undefined as unknown as Both;
});

webhooks.on(anyEvent("not_in_the_catalog"), ({ payload }) => {
  type Unknown = [Expect<Equal<typeof payload, unknown>>, Expect<Not<IsAny<typeof payload>>>];
  return undefined as unknown as Unknown;
});

webhooks.onAny((event) => {
  if (event.name === "issues")
    event.payload.action satisfies EmitterWebhookEvent<"issues">["payload"]["action"];
});

webhooks.onError((error) => {
  error.event.id satisfies string;
  error.code satisfies string;
  error.status satisfies number;
});

// Handlers written apart.
const onOpened: HandlerFunction<"issues.opened"> = ({ payload }) => payload.issue.number;
const onEither: HandlerFunction<"issues.opened" | "issues.closed"> = async ({ payload }) => {
  await Promise.resolve(payload.issue.title);
};
const unregister = webhooks.on("issues.opened", onOpened);
unregister satisfies () => void;
webhooks.on(["issues.opened", "issues.closed"], onEither);
webhooks.removeListener("issues.opened", onOpened);
webhooks.removeListener(["issues.opened", "issues.closed"], onEither);

// @ts-expect-error -- a handler for one event is none for another
webhooks.on("push", onOpened);
// @ts-expect-error -- a handler is required
webhooks.on("push");
// @ts-expect-error -- an event needs a name
webhooks.receive({ payload: {} });
// @ts-expect-error -- a parsed payload cannot be verified
void webhooks.verifyAndReceive({ name: "push", payload: {}, signature: "" });

// A name that is not in the catalog is written on purpose.
declare const anyText: string;
// @ts-expect-error -- misspelt
webhooks.on("issues.openned", () => {});
// @ts-expect-error -- one of them is misspelt
webhooks.on(["push", "issues.openned"], () => {});
// @ts-expect-error -- it may not be in the catalog
webhooks.on(anyText, () => {});
// @ts-expect-error -- misspelt
webhooks.removeListener("issues.openned", () => {});
webhooks.on(["push", anyEvent("brand_new.thing")], ({ id }) => id);
webhooks.removeListener(anyEvent("brand_new.thing"), () => {});
// The name of a delivery comes from its sender.
void webhooks.receive({ name: anyText, payload: {} });
anyEvent("brand_new.thing") satisfies string;

// The payload of a sample delivery may be given in part. A text in it is one value, although its type has members.
void createDelivery("issues.opened", { issue: { active_lock_reason: "spam" } });
void createDelivery("issues.opened", { issue: { active_lock_reason: "a new one" } });
// @ts-expect-error -- a text is not taken apart
void createDelivery("issues.opened", { issue: { active_lock_reason: { length: 3 } } });
