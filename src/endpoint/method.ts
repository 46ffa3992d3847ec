import { EndpointError } from "../endpoint-error.js";
import { show } from "./mistakes.js";
import type { LowercaseMethod } from "./types.js";

/** What the builder needs to know of an HTTP method. */
export interface Method {
  readonly name: string;
  readonly lowercase: LowercaseMethod;
  /** Whether parameters go into a body that no placeholder takes; otherwise, into the query. */
  readonly hasBody: boolean;
}

const bodiless = ["get", "head", "options"] as const;
const withBody = ["post", "put", "patch", "delete"] as const;

const methods: ReadonlyMap<string, Method> = /* @__PURE__ */ new Map(
  [
    ...bodiless.map((lowercase) => createMethod(lowercase, false)),
    ...withBody.map((lowercase) => createMethod(lowercase, true)),
  ].map((method) => [method.name, method]),
);

function createMethod(lowercase: LowercaseMethod, hasBody: boolean): Method {
  return { name: lowercase.toUpperCase(), lowercase, hasBody };
}

/** The error for what is not one of the seven. */
export function unknownMethod(verb: unknown, route: string): EndpointError {
  const expected = [...methods.keys()].join(", ");
  const message = `Unknown HTTP method ${show(verb)} in "${route}"; expected one of ${expected}.`;
  return new EndpointError("INVALID_METHOD", message, route, ["method"]);
}

/** Reads an HTTP method in any case. Only ASCII letters count: some others turn into them in uppercase. */
export function findMethod(verb: unknown): Method | undefined {
  if (typeof verb !== "string") return undefined;
  return (
    methods.get(verb) ?? (/^[a-z]+$/i.test(verb) ? methods.get(verb.toUpperCase()) : undefined)
  );
}
