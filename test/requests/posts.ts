/** Requests with bodies, over one route. */
import { expect } from "vitest";
import type { RouteException } from "../../src/catalog/requests.js";
import { toRequest } from "../../src/request/endpoint/to-request.js";
import type { RequestOptions } from "../../src/request/endpoint/types.js";
import { builderOf } from "./builder.js";

export const FORM = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";

export function post(exception: RouteException, parameters: unknown): RequestOptions {
  return builderOf({ "POST /x": exception })("POST /x", parameters);
}

/** Reads a body as a server does, with the platform's own parser of multipart bodies. */
export async function parseMultipart(result: RequestOptions): Promise<FormData> {
  const request = toRequest(result);
  expect(request.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
  return new Response(await request.arrayBuffer(), { headers: request.headers }).formData();
}

export function createCycle(): object {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = [cycle];
  return cycle;
}
