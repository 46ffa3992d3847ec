/** Methods of a service: from a route and its arguments to a call. */
import { explain } from "../../base/explain.js";
import { writeMessage } from "../../base/package.js";
import { describeKind } from "../../base/values.js";
import type { StreamRule } from "../../catalog/client.js";
import type { RouteException } from "../../catalog/requests.js";
import { CALL, type BodyChoice } from "../client/call.js";
import { SENDER, type UntypedCore } from "../client/client.js";
import { sentBody, type MethodBody } from "../client/sent-body.js";
import type { RouteExtensions } from "../endpoint/extensions.js";
import { planRoute, type RoutePlan } from "../endpoint/route/placement.js";
import { compilePlainRoute, type CompileRoute } from "../endpoint/route/function-routes.js";
import {
  addHeaders,
  dataOf,
  MethodCall,
  type CallForClient,
  type SendRequest,
  type SentRequest,
} from "./calls.js";
import type { ListCode, SendAsList } from "./lists.js";
import { readArguments, type ArgumentsForm, type ReadArguments } from "./method-arguments.js";
import type { Call } from "./types.js";

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
  ...args: readonly unknown[]
): Call<unknown> {
  const { route, form } = method;
  const send: SendRequest<never> = (choice) => {
    const client = findClient(target);
    const given = readArguments(route, form, args);
    if (!form.adapt) return startCall(client, method, given, choice);
    return form.adapt({ client, route, form, ...given }, (call) =>
      startCall(client, method, call, choice),
    );
  };
  return form.lists ? new form.lists.Call(send) : new MethodCall(send);
}

function startCall(
  client: UntypedCore,
  { route, form, findPlan }: BoundMethod,
  call: CallForClient,
  choice: BodyChoice,
): SentRequest<never> {
  const { parameters, options } = call;
  const lent = client[CALL]();
  const { build, start } = lent;
  const { declaredKey, body, lists, startSteps = lists?.start } = form;
  const plan = findPlan();
  const { attemptTimeout } = options;
  const internal = { choice, declaredKey, attemptTimeout, body };
  const { requestId } = client[SENDER]().catalog;
  if (startSteps) {
    const source = { lent, route, plan, internal };
    return { ...startSteps(source, form, call), requestId };
  }
  const built = build(route, parameters, plan);
  const request = options.headers ? addHeaders(built, options.headers, route) : built;
  return { result: start(route, request, options, internal), toData: dataOf, requestId };
}

/** @throws TypeError for anything but a client, or an instance of an SDK's class. */
export function findClient(target: unknown): UntypedCore {
  const { client = target } = Object(target) as { readonly client?: unknown };
  if (CALL in Object(client)) return client as UntypedCore; // maybe of another copy of the package
  throw createClientError(target);
}

function createClientError(target: unknown): TypeError {
  const detail = explain(() => `is ${describeKind(target)}; expected one of \`createClient()\``);
  return new TypeError(writeMessage("INVALID_OPTION", "The client", detail));
}

// ---- Types

/**
 * The facts of a method besides its route, for the function that is made of both. The generator writes those of the
 * service; the class and the surface add theirs. A key that is absent has the usual value.
 */
export interface MethodForm extends RouteExtensions, ArgumentsForm {
  // Its name:
  /** Its name in the class, such as `repos.listForOrg`. The keys of queries have it. */
  readonly call?: string | undefined;
  /** Set for a method of a class, whose client finds the route by its name. */
  readonly isNamed?: boolean | undefined;

  // The request that it sends:
  /** Compiles the route, if its URL is more than a plain path. */
  readonly compile?: CompileRoute | undefined;
  /** Its differences from a request with a plain query and a JSON body. */
  readonly exception?: RouteException | undefined;
  /** The header for idempotency keys that it declares, in lowercase. */
  readonly declaredKey?: string | undefined;
  /** Code for a body, which `defineMethod` adds. */
  readonly body?: MethodBody | undefined;

  // The response that it reads:
  /** Set for a response that is read item by item. */
  readonly stream?: StreamRule | undefined;
  /** Set for a list that is divided into pages. */
  readonly lists?: ListCode | undefined;

  // Changes by a class with another surface:
  /** Turns the arguments that its callers give into those of the client. */
  readonly adapt?: CallAdapter | undefined;
  /** Set if all its calls are decorated, which only calls that are sent as lists can be. Default: `start` of `lists`. */
  readonly startSteps?: SendAsList | undefined;
}

/** A call as its caller gave it, for an adapter. */
export interface GivenCall extends ReadArguments {
  readonly client: UntypedCore;
  readonly route: string;
  readonly form: MethodForm;
}

/**
 * Changes a call for the client, and starts it; later, if it has to read the arguments first.
 * @param start Sends the changed call.
 */
export type CallAdapter = (
  given: GivenCall,
  start: (call: CallForClient) => SentRequest<never>,
) => SentRequest<never> | Promise<SentRequest<never>>;

/** A method, as its calls see it. */
export interface BoundMethod {
  readonly route: string;
  readonly form: MethodForm;
  readonly findPlan: () => RoutePlan | undefined;
}

/** Makes a function of a route: `defineMethod`, or what a service has in its place. */
export type DefineMethod = (route: string, form: MethodForm) => ClientFunction;

/** A function of a method of any type, which takes the client first. */
export type ClientFunction = (client: unknown, ...args: readonly unknown[]) => unknown;
