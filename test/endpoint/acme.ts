/** The request builder that the tests of this folder use, and the headers that it sends. */
import { createEndpoint } from "../../src/request/endpoint/endpoint.js";
import { USER_AGENT } from "../../src/base/package.js";
import { catalog, extensions } from "../cases/endpoint/catalog.js";

export const endpoint = createEndpoint(catalog, extensions);

/** The same without its types, for what the compiler would refuse. */
export const untyped = endpoint as unknown as (
  route: unknown,
  options?: unknown,
) => ReturnType<typeof endpoint>;
export const base = catalog.baseUrl;
export const defaultHeaders = { accept: catalog.accept, "user-agent": USER_AGENT };
export const jsonHeaders = { ...defaultHeaders, "content-type": "application/json; charset=utf-8" };
