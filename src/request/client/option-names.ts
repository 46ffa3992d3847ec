/** The names of a client's options. */
import { checkOptionNames, type OptionNames } from "../../base/expect.js";
import type { Sender } from "./call.js";
import type { ClientOptions } from "./types.js";

/** @throws TypeError for a misspelt option. */
export function checkNames(options: object): void {
  checkOptionNames(options, CLIENT_OPTIONS, INTERNAL_OPTIONS);
}

/** The options that callers set. */
export const CLIENT_OPTIONS: OptionNames<UntypedOptions> = {
  signal: true,
  timeout: true,
  retry: true,
  onRequest: true,
  onResponse: true,
  onRetry: true,
  auth: true,
  baseUrl: true,
  headers: true,
  fetch: true,
  concurrency: true,
  onRateLimit: true,
  idempotency: true,
  maxRetryDelay: true,
  validation: true,
  schemas: true,
  onInvalid: true,
  now: true,
  sleep: true,
  defaults: true,
};

/** The options that the class of an SDK gives to its client. */
export const INTERNAL_OPTIONS: OptionNames<Pick<Sender, "findErrorClass" | "policy">> = {
  findErrorClass: true,
  policy: true,
};

/** Options of a client without the types of its routes. */
export interface UntypedOptions extends ClientOptions<string> {
  readonly defaults?: object | undefined;
}
