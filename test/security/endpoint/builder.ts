/** The builder that attacks are tried on. */
import { createEndpoint } from "../../../src/request/endpoint/endpoint.js";
import type { RequestOptions } from "../../../src/request/endpoint/types.js";
import { catalog, extensions } from "../../cases/endpoint/catalog.js";

/** A builder without the types of its routes: attackers do not compile. */
export interface Builder {
  (route: unknown, options?: unknown): RequestOptions;
  readonly DEFAULTS: Readonly<Record<string, unknown>>;
  defaults(options: unknown): Builder;
  merge(route?: unknown, options?: unknown): Record<string, unknown>;
  parse(options: unknown): RequestOptions;
}

export const endpoint = createEndpoint(catalog, extensions) as unknown as Builder; // differs in its types alone

export const { baseUrl: base } = catalog;
