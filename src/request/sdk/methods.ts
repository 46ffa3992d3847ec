/** Methods of a service: from a route and its arguments to a call. */
import { describeKind } from "../../base/values.js";
import { SENDER, type UntypedCore } from "../client/client.js";
import { CALL, type List } from "../client/pagination.js";
import { sentBody } from "../client/bodies.js";
import type { BodyChoice } from "../client/request.js";
import type { ClientResponse } from "../client/types.js";
import { copyHeaders, mergeHeaders } from "../endpoint/headers.js";
import { NO_OPTIONS, readObject } from "../endpoint/options.js";
import { planRoute, type RoutePlan } from "../endpoint/placement.js";
import { compilePlainRoute } from "../endpoint/route.js";
import type { RequestOptions } from "../endpoint/types.js";
import { MethodCall } from "./calls.js";
import type {
  AdaptedCall,
  Call,
  ListCode,
  MethodForm,
  MethodOptions,
  Send,
  Sent,
  Start,
} from "./types.js";

/**
 * Makes a function of a route. It takes a client, the arguments of the method, and options.
 * @typeParam Method Its type, with the client as the first argument.
 * @example
 * const retrieve = defineMethod<MethodFunction<ThingsMethods["retrieve"]>>("GET /things/{id}");
 * const thing = await retrieve(client, { id: "7" });
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineMethod<Method>(route: string, form: MethodForm = {}): Method {
  return bindMethod(route, withBody(form)) as Method;
}

/** Adds the code for bodies. */
export function withBody(form: MethodForm): MethodForm {
  return { body: sentBody, ...form };
}

/**
 * Makes a function of a route without a body, whose bundle has no code for bodies.
 * @typeParam Method Its type, with the client as the first argument.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineReadMethod<Method>(
  route: `${"GET" | "HEAD" | "OPTIONS"} ${string}`,
  form: MethodForm = {},
): Method {
  return bindMethod(route, form) as Method;
}

function bindMethod(route: string, form: MethodForm): unknown {
  // The generator writes the type from the same route.
  const method: BoundMethod = { route, form, findPlan: createPlanFinder(route, form) };
  return Object.assign(callMethod.bind(undefined, method), { [METHOD]: method });
}

/** Key of what a function knows of its method. Global: a function may be of another copy of the package. */
export const METHOD = /* @__PURE__ */ Symbol.for("typewire.method");

/** A method, as its calls see it. */
export interface BoundMethod {
  readonly route: string;
  readonly form: MethodForm;
  readonly findPlan: () => RoutePlan | undefined;
}

/** Plans the route at the first call; not at all for a method whose client does so. */
export function createPlanFinder(
  route: string,
  { isNamed, compile = compilePlainRoute, ...form }: MethodForm,
): () => RoutePlan | undefined {
  let plan: RoutePlan | undefined;
  return () =>
    isNamed
      ? undefined
      : (plan ??= planRoute(compile(route, form.exception), form.body?.add, form));
}

/** Sends the request of a method. It never throws: what cannot be sent is a call that rejects. */
export function callMethod(
  method: BoundMethod,
  target: unknown,
  ...given: readonly unknown[]
): Call<unknown> {
  const { route, form } = method;
  const send: Send<never> = (choice) => {
    const client = findClient(target);
    const [parameters, options] = readArguments(route, form, given);
    const start: Start = (call) => startCall(client, method, call, choice);
    const own = { parameters, options };
    return form.adapt ? form.adapt({ client, route, form, ...own }, start) : start(own);
  };
  return form.lists ? new form.lists.Call(send) : new MethodCall(send);
}

function startCall(
  client: UntypedCore,
  { route, form, findPlan }: BoundMethod,
  call: AdaptedCall,
  choice: BodyChoice,
): Sent<never> {
  const { parameters, options } = call;
  const { build, start } = client[CALL]();
  const { declaredKey, lists } = form;
  const plan = findPlan();
  const { attemptTimeout } = options;
  const internal = { choice, declaredKey, attemptTimeout, body: form.body };
  const { requestId } = client[SENDER]().catalog;
  if (lists || call.decorate) {
    const list = client[CALL]().createList(route, parameters, options, plan, internal);
    return { ...startList(withPages(list, options.headers, lists), form, call, choice), requestId };
  }
  const built = build(route, parameters, plan);
  const request = options.headers ? addHeaders(built, options.headers, route) : built;
  return { result: start(route, request, options, internal), toData: dataOf, requestId };
}

function dataOf({ data }: ClientResponse): never {
  return data as never; // the type that the route declares
}

/** Sends the request for the first page of a list, or a request that a class with another surface changes. */
function startList(
  usual: List,
  { lists }: MethodForm,
  { parameters, options, decorate, Page = lists?.Page }: AdaptedCall,
  choice: BodyChoice,
): Omit<Sent<never>, "requestId"> {
  const list = decorate ? decorate(usual) : usual;
  const request = list.build(parameters);
  const open = lists?.createOpener(list);
  // The client adds the ETag to a copy, which the request for the next page does not get.
  const first = open ? { ...request, headers: copyHeaders(request.headers) } : request;
  return {
    result: list.send(first, { ifNoneMatch: options.ifNoneMatch, choice }),
    toData(result) {
      const step = result.status === 304 ? undefined : open?.(request, result);
      return step && Page ? (new Page(step) as never) : dataOf(result);
    },
  };
}

/** Adds headers to each request, and the rule of pages. */
function withPages(plain: List, headers: MethodOptions["headers"], lists?: ListCode): List {
  const build: List["build"] = (changed) => addHeaders(plain.build(changed), headers, plain.route);
  return { ...plain, ...lists?.pages, build };
}

/** Adds the headers of a call to a request. */
export function addHeaders(
  built: RequestOptions,
  headers: MethodOptions["headers"],
  route: string,
): RequestOptions {
  return { ...built, headers: mergeHeaders(built.headers, headers, route) };
}

/** @throws TypeError for anything but a client, or an instance of an SDK's class. */
export function findClient(target: unknown): UntypedCore {
  const { client = target } = Object(target) as { readonly client?: unknown };
  if (CALL in Object(client)) return client as UntypedCore; // maybe of another copy of the package
  throw new TypeError(`The client is ${describeKind(target)}; expected one of \`createClient()\`.`);
}

/** A placeholder of a path, with the operator and the modifier of its template (RFC 6570). */
const PATH_PLACEHOLDER = /\{[+#./;]?([^{}?&*:]+)[^{}]*\}/g;

/** The names of the arguments before the object of parameters. */
export function listPositional(
  route: string,
  { arguments: kind = "object" }: MethodForm,
): readonly string[] {
  if (kind === "object") return [];
  const inPath = Array.from(route.matchAll(PATH_PLACEHOLDER), ([, name = ""]) => name);
  return kind === "last" ? inPath.slice(-1) : inPath;
}

export function readArguments(
  route: string,
  form: MethodForm,
  given: readonly unknown[],
): [parameters: Readonly<Record<string, unknown>>, options: MethodOptions] {
  const { isBare } = form;
  const names = listPositional(route, form);
  const [first, second] = given.slice(names.length);
  const [passed, options] = isBare ? [undefined, first] : [first, second];
  const parameters: Record<string, unknown> = { ...readObject(passed, "parameters", route) };
  names.forEach((name, index) => {
    // A parameter that is named like an option is a member of `parameters` (contract A.33).
    if (Object.hasOwn(NO_OPTIONS, name))
      parameters["parameters"] = { ...(parameters["parameters"] as object), [name]: given[index] };
    else parameters[name] = given[index];
  });
  return [parameters, readObject(options, "options", route) ?? {}];
}
