/** A program for a platform without Node, whose types are not there: every subpath that such a one imports. */
import { createNodeMiddleware, endpoint, Webhooks } from "typewire";
import { createClient } from "typewire/client";
import * as development from "typewire/development";
import { endpoint as endpointAlone } from "typewire/endpoint";
import * as inbox from "typewire/inbox";
import * as sqlite from "typewire/inbox/sqlite";
import { sign, verify } from "typewire/methods";
import { createNodeMiddleware as nodeMiddleware } from "typewire/middleware/node";
import { createWebMiddleware } from "typewire/middleware/web";
import { connectRelay } from "typewire/relay";
import * as relayServer from "typewire/relay/server";
import * as routes from "typewire/routes";
import * as runtime from "typewire/runtime";
import { createVerifier, stripe } from "typewire/signatures";
import { createDelivery, createMockFetch } from "typewire/testing";
import { validatePayload } from "typewire/validate";
import { Webhooks as WebhooksAlone } from "typewire/webhooks";

// @ts-expect-error -- proves that the types of Node are not loaded
export type Absent = typeof Buffer;

const secret = "a secret";
const webhooks = new Webhooks({ secret });
webhooks.on("issues.opened", ({ payload }) => {
  const action: "opened" = payload.action;
  return action;
});
const answer: (request: Request) => Promise<Response> = createWebMiddleware(webhooks);
export default { fetch: answer };
export const middlewares = [createNodeMiddleware(webhooks), nodeMiddleware(webhooks)];
export const client = createClient();
export const isAuthentic: boolean = verify(secret, "{}", sign(secret, "{}"));
export const delivery = createDelivery("ping", {}, { secret });
export const verifier = createVerifier(stripe, { secrets: [secret] });
export const url: string = endpoint("GET /meta").url;
export const mock = createMockFetch(client);
export { connectRelay, endpointAlone, validatePayload, WebhooksAlone };
export { development, inbox, relayServer, routes, runtime, sqlite };
export type * from "typewire/responses";
