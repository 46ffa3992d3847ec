/** A client bound by hand that has the runtime alone, compiled by every supported compiler. */
import { createServer } from "node:http";
import { createChallenges, readFields } from "typewire-runtime/deliveries";
import { createEndpoint, EndpointError, type Endpoint } from "typewire-runtime/endpoint";
import { createNodeMiddleware } from "typewire-runtime/middleware/node";
import { createWebMiddleware } from "typewire-runtime/middleware/web";
import {
  createOAuthAuthenticator,
  OAuthError,
  type ClientCredentials,
} from "typewire-runtime/oauth";
import { connectRelay, type RelayOptions } from "typewire-runtime/relay";
import { createRelayServer, type RelayServer } from "typewire-runtime/relay/server";
import { formBody, multipartBody } from "typewire-runtime/requests";
import { createVerifier, stripe } from "typewire-runtime/signatures";
import { bindHmacSign, bindHmacVerify, SHA256 } from "typewire-runtime/signing";
import { createDeliveryFactory } from "typewire-runtime/testing";
import { createPayloadValidator } from "typewire-runtime/validate";
import {
  bindScheme,
  bindWebhooks,
  HMAC_SHA256,
  readTextSecret,
  type WebhookCatalog,
  type WebhooksConstructor,
  type WebhookTypes,
} from "typewire-runtime/webhooks";
import * as runtime from "typewire-runtime";

interface Routes {
  "GET /parcels/{id}": [parameters: { id: number; expand?: "shelf" }];
}

export const endpoint: Endpoint<Routes> = createEndpoint<Routes>(
  {
    baseUrl: "https://api.acme.example",
    accept: "application/json",
    mediaTypePrefix: "",
    routes: {},
  },
  { bodies: [formBody, multipartBody] },
);
export const url: string = endpoint("GET /parcels/{id}", { id: 7 }).url;
// @ts-expect-error -- `id` is required
endpoint("GET /parcels/{id}", {});
// @ts-expect-error -- no such value
endpoint("GET /parcels/{id}", { id: 7, expand: "box" });

export const auth: ClientCredentials<"read"> = {
  clientId: "a",
  clientSecret: "b",
  scopes: ["read", "of no description"],
};
export const oauth = { createAuthenticator: createOAuthAuthenticator };
export const isOver = (error: unknown): boolean =>
  error instanceof OAuthError && error.reason === "invalid_grant";

declare const catalog: WebhookCatalog;
export const scheme = bindScheme({ header: "x-acme-signature" } as never, {
  use: HMAC_SHA256,
  readSecret: readTextSecret,
});
export const Webhooks: WebhooksConstructor<WebhookTypes> = bindWebhooks(catalog, { scheme });
const webhooks = new Webhooks({ secret: "a secret" });
createServer(createNodeMiddleware(webhooks));
export const handle: (request: Request) => Promise<Response> = createWebMiddleware(webhooks);
export const relayServer: RelayServer = createRelayServer({ heartbeat: 1_000 });
export const relay = (options: RelayOptions) => connectRelay(webhooks, options);

/** A class is the same, whichever subpath it comes from. */
export const isError = (error: unknown): error is EndpointError =>
  error instanceof runtime.EndpointError;
export const sign = bindHmacSign(SHA256, "sha256=", "hex");
export const verifier = createVerifier(stripe, { secrets: ["of the consumer"] });
export {
  bindHmacVerify,
  createChallenges,
  createDeliveryFactory,
  createPayloadValidator,
  readFields,
};
