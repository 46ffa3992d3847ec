/** A consumer's program, compiled against the packed tarball by every supported compiler. */
import { createServer } from "node:http";
import {
  anyEvent,
  anyRoute,
  createNodeMiddleware,
  endpoint,
  toRequest,
  validateEventName,
  Webhooks,
} from "typewire";
import type { EmitterWebhookEvent, EmitterWebhookEventName, HandlerFunction } from "typewire";
import { endpoint as endpointAlone } from "typewire/endpoint";
import { sign, verify } from "typewire/methods";
import { createNodeMiddleware as nodeMiddleware } from "typewire/middleware/node";
import { createWebMiddleware } from "typewire/middleware/web";
import { connectRelay } from "typewire/relay";
import {
  createRelayListener,
  createRelayServer,
  openSqliteRelayStore,
} from "typewire/relay/server";
import { issuesCreate } from "typewire/routes";
import { createEndpoint, bindWebhooks, expandTemplate } from "typewire/runtime";
import { IssuesCreateBodySchema } from "typewire/schemas";
import { IssuesOpenedPayloadSchema } from "typewire/schemas/events/issues";
import { createVerifier, defineScheme, HMAC_SHA256, stripe } from "typewire/signatures";
import type { SignatureScheme, Verifier } from "typewire/signatures";
import { createDelivery } from "typewire/testing";
import { createClient } from "typewire/client";
import { InvalidDataError, schemas, validatePayload } from "typewire/validate";
import { emitterEventNames, Webhooks as WebhooksAlone } from "typewire/webhooks";

const secret = "a secret";
const relayServer = createRelayServer({ store: openSqliteRelayStore("relay.db") });
createServer(createRelayListener(relayServer));
const webhooks = new Webhooks({ secret });

webhooks.on("issues.opened", ({ payload }) => {
  const action: "opened" = payload.action;
  return `${action} ${payload.issue.title}`;
});

const onPush: HandlerFunction<"push"> = ({ payload }) => payload.ref.length;
webhooks.on("push", onPush);
webhooks.on(["issues.opened", "issues.closed"] as const, ({ payload }) => payload.issue.number);
// @ts-expect-error -- an unknown name's payload is `unknown`
webhooks.on(anyEvent("no_such_event"), ({ payload }) => payload.anything);

const name: EmitterWebhookEventName = emitterEventNames[0];
const event = (issuesEvent: EmitterWebhookEvent<"issues">) => issuesEvent.payload.action;
validateEventName(name);

const listed = endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5 });
// @ts-expect-error -- `org` is required
endpoint("GET /orgs/{org}/repos", {});
// @ts-expect-error -- `orgg` is no parameter of the route
endpoint("GET /orgs/{org}/repos", { org: "acme", orgg: 1 });
endpoint(anyRoute("GET /no/such/{thing}"), { thing: 1 });
// @ts-expect-error -- a placeholder of an unknown route is required all the same
endpoint(anyRoute("GET /no/such/{thing}"), {});
endpoint(...issuesCreate({ owner: "acme", repo: "site", title: "Broken" }));

createServer((request, response) => void createNodeMiddleware(webhooks)(request, response));

new Webhooks({ secret, validation: { validate: validatePayload, onInvalid: "throw" } });
// @ts-expect-error -- there are three reactions
new Webhooks({ secret, validation: { validate: validatePayload, onInvalid: "refuse" } });
export async function titleOf(payload: unknown): Promise<string> {
  const result = await validatePayload("issues.opened", payload);
  return result.valid ? result.payload.issue.title : (result.errors[0]?.path ?? "");
}
// @ts-expect-error -- no such event
validatePayload("issues.opend", {});

/** The part of the Standard Schema Spec that its users need. */
interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { value: Value } | { issues: readonly unknown[] } | PromiseLike<unknown>;
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
  };
}
export const opened: StandardSchema<{ action: "opened" }> = IssuesOpenedPayloadSchema;
export const issue: StandardSchema<{ title: string | number }> = IssuesCreateBodySchema;
// @ts-expect-error -- a title is a text or a number
export const wrong: StandardSchema<{ title: boolean }> = IssuesCreateBodySchema;
createClient({ validation: "refuse", schemas });
// @ts-expect-error -- there are three ways
createClient({ validation: "throw", schemas });
export const isInvalid = (error: unknown) => error instanceof InvalidDataError && error.issues;
export const delivery = createDelivery("issues.opened", { issue: { title: "Broken" } }, { secret });
// @ts-expect-error -- a title is a text
createDelivery("issues.opened", { issue: { title: 7 } });

export {
  connectRelay,
  createEndpoint,
  bindWebhooks,
  createWebMiddleware,
  endpointAlone,
  event,
  expandTemplate,
  nodeMiddleware,
  sign,
  verify,
  WebhooksAlone,
};
export const request: Request = toRequest(listed);

const acme: SignatureScheme = defineScheme({ header: "acme-signature", algorithm: HMAC_SHA256 });
export const verifiers: readonly Verifier[] = [acme, stripe].map((scheme) =>
  createVerifier(scheme, { secrets: ["of the consumer"], tolerance: undefined }),
);
export const refusals: readonly (string | undefined)[] = verifiers.map((verifier) =>
  verifier.findRefusal("{}", new Headers(verifier.sign("{}"))),
);
