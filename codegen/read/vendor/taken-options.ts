/** Names that an option of the SDK's class cannot have, because they mean something else there. */
import { isObjectMember } from "../../model/calls.js";

/** The reason that an option cannot have a name; `undefined` if it can. */
export function explainTakenOption(name: string, surface: unknown): string | undefined {
  if (isObjectMember(name)) return "which has a meaning for every object";
  if (CLIENT_OPTIONS.has(name)) return "which is an option of every client";
  const isTaken = surface === "stainless" && STAINLESS_OPTIONS.has(name);
  return isTaken ? "which is an option of every class with this surface" : undefined;
}

/** The options of `createClient`, and `environment`. */
export const CLIENT_OPTIONS: ReadonlySet<string> = new Set(
  (
    "auth baseUrl concurrency defaults environment fetch headers idempotency maxRetryDelay now " +
    "onInvalid onRateLimit onRequest onResponse onRetry retry schemas signal sleep timeout validation"
  ).split(" "),
);

/** Further options of a class with the surface of an SDK by Stainless. */
const STAINLESS_OPTIONS: ReadonlySet<string> = new Set(
  "baseURL dangerouslyAllowBrowser defaultHeaders defaultQuery fetchOptions logger logLevel maxRetries".split(
    " ",
  ),
);
