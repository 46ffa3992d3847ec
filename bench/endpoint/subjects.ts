/** `endpoint` and its peer, with the same defaults. */
import { endpoint as octokitEndpoint } from "@octokit/endpoint";
import { endpoint, type RequestOptions } from "typewire/endpoint";

export const base = endpoint.DEFAULTS.baseUrl;
export const accept = endpoint.DEFAULTS.headers["accept"] ?? "";
export const agent = endpoint.DEFAULTS.headers["user-agent"] ?? "";
export const json = "application/json; charset=utf-8";

/** The type of `endpoint` without the types of routes. The timed function is the same. */
export interface Builder {
  (route: unknown, parameters?: unknown): RequestOptions;
  defaults(options: object): Builder;
  merge(route: unknown, parameters?: unknown): object;
  parse(options: object): RequestOptions;
}

export const ours = endpoint as unknown as Builder;

/** The peer with our defaults, so that results can be compared. */
export const octokit = octokitEndpoint.defaults({
  baseUrl: base,
  headers: { accept, "user-agent": agent },
}) as unknown as Builder;
