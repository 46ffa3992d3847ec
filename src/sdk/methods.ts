/** Methods of a service: from a route and its arguments to a call. */
import type { MethodArguments } from "../catalog/sdk.js";
import { CALL, SENDER, type UntypedClient } from "../client/client.js";
import { describe } from "../endpoint/errors.js";
import { NO_OPTIONS } from "../endpoint/options.js";
import { isObject, type UnknownRecord } from "../endpoint/values.js";
import { createCall, createListCall } from "./calls.js";
import type { Call, MethodOptions } from "./types.js";

/** The shape of a method; a key that is absent has its usual value. */
export interface MethodForm {
  /** Default: `object`. */
  readonly arguments?: MethodArguments | undefined;
  /** The route is a list that is divided into pages. */
  readonly isList?: boolean | undefined;
  /** The method takes no object of parameters, because path parameters come by themselves. */
  readonly isBare?: boolean | undefined;
}

/**
 * Makes a function of a route. It takes a client, the arguments of the method, and options.
 * @typeParam Method Its type, with the client as the first argument.
 * @example
 * const retrieve = defineMethod<MethodFunction<ThingsMethods["retrieve"]>>("GET /things/{id}");
 * const thing = await retrieve(client, { id: "7" });
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what it is
export function defineMethod<Method>(route: string, form: MethodForm = {}): Method {
  // The generator writes the type from the same route.
  return callMethod.bind(undefined, route, form) as Method;
}

/** Sends the request of a method. It never throws: what cannot be sent is a call that rejects. */
export function callMethod(
  route: string,
  form: MethodForm,
  target: unknown,
  ...given: readonly unknown[]
): Call<unknown> {
  const create = form.isList ? createListCall : createCall;
  return create((choice) => {
    const client = findClient(target);
    const [parameters, options] = readArguments(route, form, given);
    const { sent, openList } = client[CALL](route, parameters, { ...options, choice });
    const { requestId } = client[SENDER]().catalog;
    return { sent, openList, requestId };
  });
}

/** @throws TypeError for anything but a client, or an instance of an SDK's class. */
function findClient(target: unknown): UntypedClient {
  const { client = target } = (target ?? {}) as { readonly client?: unknown };
  if (isObject(client) && CALL in client) return client as UntypedClient; // of any copy
  throw new TypeError(
    `The first argument of a method is ${describe(target)}; expected a client, such as \`createClient()\`.`,
  );
}

/** A placeholder of a path, with the operator and the modifier of its template (RFC 6570). */
const PLACEHOLDER = /\{[+#./;]?([^{}?&*:]+)[^{}]*\}/g;

function readArguments(
  route: string,
  { arguments: kind = "object", isBare }: MethodForm,
  given: readonly unknown[],
): [parameters: UnknownRecord, options: MethodOptions | undefined] {
  const inPath = Array.from(route.matchAll(PLACEHOLDER), ([, name = ""]) => name);
  const names = kind === "positional" ? inPath : kind === "last" ? inPath.slice(-1) : [];
  const rest = given.slice(names.length);
  const passed = isBare ? undefined : rest.shift();
  if (passed !== undefined && !isObject(passed)) throw notAnObject("parameters", passed);
  const options = rest[0];
  if (options !== undefined && !isObject(options)) throw notAnObject("options", options);
  const parameters: Record<string, unknown> = { ...passed };
  names.forEach((name, index) => {
    // A parameter that is named like an option is a member of `parameters` (contract A.33).
    if (Object.hasOwn(NO_OPTIONS, name))
      parameters["parameters"] = { ...(parameters["parameters"] as object), [name]: given[index] };
    else parameters[name] = given[index];
  });
  return [parameters, options];
}

function notAnObject(what: string, got: unknown): TypeError {
  return new TypeError(`The ${what} of a method are ${describe(got)}; expected an object.`);
}
