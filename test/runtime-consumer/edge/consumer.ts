/** A program for a platform without Node that imports a generated client. */
import { endpoint, Webhooks } from "./generated/index.js";
import { createClient } from "./generated/client.js";
import * as clients from "typewire-runtime/client";
import * as deliveries from "typewire-runtime/deliveries";
import { createNodeMiddleware } from "typewire-runtime/middleware/node";
import { createWebMiddleware } from "typewire-runtime/middleware/web";
import { createVerifier, discord } from "typewire-runtime/signatures";
import * as signing from "typewire-runtime/signing";
import { createMockFetch } from "typewire-runtime/testing";
import * as runtime from "typewire-runtime";

// @ts-expect-error -- proves that the types of Node are not loaded
export type Absent = typeof Buffer;

const webhooks = new Webhooks({ secret: "a secret" });
const answer: (request: Request) => Promise<Response> = createWebMiddleware(webhooks);
export default { fetch: answer };
export const middleware = createNodeMiddleware(webhooks);
export const verifier = createVerifier(discord, { secrets: ["a key"] });
export { clients, createClient, createMockFetch, deliveries, endpoint, runtime, signing };
