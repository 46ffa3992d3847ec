/** Methods of routes whose responses come item by item (contract I.10). */
import type { StreamRule } from "../../catalog/client.js";
import { SENDER, type UntypedCore } from "../client/client.js";
import {
  findStreamRule,
  isAskedFor,
  type ItemStream,
  type OpenStream,
} from "../client/streams/streams.js";
import type { RoutePlan } from "../endpoint/route/placement.js";
import type { RequestOptions } from "../endpoint/types.js";
import type { UnknownRecord } from "../endpoint/values.js";
import { addHeaders } from "./calls.js";
import { readArguments, type ReadArguments } from "./method-arguments.js";
import {
  createPlanFinder,
  defineMethod,
  findClient,
  METHOD,
  withBody,
  type ClientFunction,
  type MethodForm,
} from "./methods.js";

/** A call of a method whose route streams. */
export interface StreamCall extends ReadArguments {
  readonly client: UntypedCore;
  readonly rule: StreamRule;
  /** Opens a stream of the client. */
  readonly open: OpenStream;
}

/**
 * Makes a function of a route that streams, always or if its parameters ask for it.
 * @typeParam Method Its type, with the client as the first argument.
 * @example
 * const create = defineStreamMethod<StreamingFunction<ChatsMethods["create"]>>("POST /chats");
 * for await (const part of create(client, { model: "m", stream: true })) console.log(part);
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineStreamMethod<Method>(route: string, form: MethodForm = {}): Method {
  const send = defineMethod<ClientFunction>(route, form);
  const whole = withBody(form);
  const findPlan = createPlanFinder(route, whole);
  const stream = (call: StreamCall): ItemStream => openItems(route, whole, call, findPlan());
  // The generator writes the type from the same route.
  return streamOrSend(route, form, stream, send) as Method;
}

/**
 * Makes a function that opens a stream if its route streams, and its parameters ask for that. Otherwise, it
 * sends a usual request.
 * @param place Puts the parameters where the client takes them.
 */
export function streamOrSend(
  route: string,
  form: MethodForm,
  stream: (call: StreamCall) => unknown,
  send: ClientFunction,
  place = (parameters: UnknownRecord): UnknownRecord => parameters,
): ClientFunction {
  const streamOrCall: ClientFunction = (target, ...args) => {
    const call = readStreamCall(route, form, target, args);
    return call && isAskedFor(call.rule, place(call.parameters))
      ? stream(call)
      : send(target, ...args);
  };
  return Object.assign(streamOrCall, { [METHOD]: Reflect.get(send, METHOD) as unknown });
}

/**
 * Reads the arguments of a method; `undefined` if its route does not stream.
 * @throws TypeError for anything but a client, EndpointError for parameters of another type.
 */
function readStreamCall(
  route: string,
  form: MethodForm,
  target: unknown,
  args: readonly unknown[],
): StreamCall | undefined {
  const client = findClient(target);
  const rule = form.stream ?? findStreamRule(client[SENDER](), route);
  const { stream: open } = client;
  if (!rule || !open) return undefined;
  return { client, rule, open, ...readArguments(route, form, args) };
}

function openItems(
  route: string,
  { body }: MethodForm,
  { rule, parameters, options, open }: StreamCall,
  plan: RoutePlan | undefined,
): ItemStream {
  const { headers, ...settings } = options;
  const change = (built: RequestOptions): RequestOptions => addHeaders(built, headers, route);
  return open(route, parameters, { ...settings, change, plan, rule, body });
}
