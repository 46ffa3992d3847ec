import { EndpointError } from "../endpoint-error.js";
import type { LowercaseMethod } from "./types.js";
import { show } from "./value-text.js";

/** What the builder needs to know of an HTTP method. */
export interface Method {
  readonly name: string;
  readonly lowercase: LowercaseMethod;
  /** Where parameters go that no placeholder takes. */
  readonly place: "query" | "body";
}

const methods: ReadonlyMap<string, Method> = new Map(
  (
    [
      { name: "GET", lowercase: "get", place: "query" },
      { name: "HEAD", lowercase: "head", place: "query" },
      { name: "OPTIONS", lowercase: "options", place: "query" },
      { name: "POST", lowercase: "post", place: "body" },
      { name: "PUT", lowercase: "put", place: "body" },
      { name: "PATCH", lowercase: "patch", place: "body" },
      { name: "DELETE", lowercase: "delete", place: "body" },
    ] satisfies Method[]
  ).map((method) => [method.name, method]),
);

/** Only ASCII letters: some others turn into them in uppercase. */
const verbPattern = /^[A-Za-z]{3,7}$/;

/**
 * Reads an HTTP method in any case.
 * @throws EndpointError `INVALID_METHOD` for what is not one of the seven.
 */
export function readMethod(verb: unknown, route: string): Method {
  const method = typeof verb === "string" ? findMethod(verb) : undefined;
  if (method !== undefined) return method;
  const expected = [...methods.keys()].join(", ");
  const message = `Unknown HTTP method ${show(verb)} in "${route}"; expected one of ${expected}.`;
  throw new EndpointError("INVALID_METHOD", message, route, ["method"]);
}

export function findMethod(verb: string): Method | undefined {
  return (
    methods.get(verb) ?? (verbPattern.test(verb) ? methods.get(verb.toUpperCase()) : undefined)
  );
}
