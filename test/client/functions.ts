/** A service whose routes are functions, and an answer to their requests. */
import { createCoreFactory } from "../../src/request/client/client.js";
import type { CoreClient } from "../../src/request/client/types.js";
import { defineReadMethod } from "../../src/request/sdk/methods.js";

const service = {
  baseUrl: "https://api.acme.example",
  accept: "application/vnd.acme.v3+json",
  mediaTypePrefix: "application/vnd.acme",
};
const catalog = { rateLimit: { remaining: "x-left", reset: "x-reset" } };

/** Creates a client that sends calls of functions, and has only the parts that are among its options. */
export const create = createCoreFactory(service, catalog);

export const get = defineReadMethod<Method>("GET /things/{id}");

/** Headers of a response that says how many requests are left. */
export const LIMIT_HEADERS = {
  "content-type": "application/json",
  "x-left": "7",
  "x-reset": "1800000000",
};

/** Answers each request, and keeps it. */
export function createAnswer(...responses: readonly Response[]) {
  const sent: Request[] = [];
  const responsesLeft = [...responses];
  const answer = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push(new Request(input, init));
    const response = responsesLeft.shift() ?? new Response('{"id":1}', { headers: LIMIT_HEADERS });
    return Promise.resolve(response);
  };
  return { sent, answer };
}

export type Method = (client: CoreClient, ...args: readonly unknown[]) => Promise<unknown>;
