/** Methods that stream, of a class with the surface of one that Stainless made (contract I.11). */
import { SENDER } from "../request/client/client.js";
import { readRequestId } from "../request/client/attempt-errors.js";
import type { ItemStream } from "../request/client/streams/streams.js";
import type { RoutePlan } from "../request/endpoint/route/placement.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import { addHeaders } from "../request/sdk/calls.js";
import {
  createPlanFinder,
  withBody,
  type ClientFunction,
  type MethodForm,
} from "../request/sdk/methods.js";
import { streamOrSend, type StreamCall } from "../request/sdk/streams.js";
import { placeParameters } from "./arguments.js";
import { adaptCall, defineMethod, type StainlessCall } from "./calls.js";
import { Stream } from "./stream.js";
import type { APIPromise } from "./types.js";

/**
 * Makes a function of a route that streams, always or if its parameters ask for it. It takes a client, the
 * arguments of the method, and options.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it is
export function defineStreamMethod<Method>(route: string, form: MethodForm = {}): Method {
  const formWithBody = withBody(form);
  const findPlan = createPlanFinder(route, formWithBody);
  const stream = (call: StreamCall) => promiseStream(route, formWithBody, call, findPlan());
  const send = defineMethod<ClientFunction>(route, form);
  const place = (parameters: UnknownRecord) => placeParameters(parameters, form);
  // The generator writes the type from the same route.
  return streamOrSend(route, form, stream, send, place) as Method;
}

/** Sends the request at once, and promises the stream, which reads the body of the response. */
function promiseStream(
  route: string,
  form: MethodForm,
  call: StreamCall,
  plan: RoutePlan | undefined,
): APIPromise<Stream<unknown>> {
  const opened = openItems(route, form, call, plan);
  const { catalog, values } = call.client[SENDER]();
  const data = opened.then(({ items, explain }) => createStream(items, explain, values?.stringify));
  data.catch(() => undefined); // a call that is not awaited does not end the process
  return Object.assign(data, {
    asResponse: async () => (await opened).response,
    async withResponse() {
      const { response } = await opened;
      const requestId = readRequestId(catalog.requestId, response.headers);
      return { data: await data, response, requestId };
    },
  });
}

async function openItems(
  route: string,
  form: MethodForm,
  { client, rule, parameters, options, open }: StreamCall,
  plan: RoutePlan | undefined,
): Promise<OpenedItems> {
  const call = await adaptCall({ client, route, form, parameters, options });
  const { change, explain } = call;
  const { headers, ...settings } = call.options;
  const items = open(route, call.parameters, {
    ...settings,
    plan,
    rule,
    body: form.body,
    change: (built) => change(addHeaders(built, headers, route)),
  });
  try {
    return { items, explain, response: await items.response() };
  } catch (error) {
    throw explain(error);
  }
}

/** Makes the stream of the caller from the items of the client. */
function createStream(
  items: ItemStream,
  explain: StainlessCall["explain"],
  stringify: ((value: unknown) => string) | undefined,
): Stream<unknown> {
  const controller = new AbortController();
  controller.signal.onabort = () => items.close();
  async function* iterate(): AsyncGenerator<unknown, void, undefined> {
    try {
      yield* items;
    } catch (error) {
      // The caller's signal ends the stream without an error, as `controller` does.
      if ((error as Error).name !== "AbortError") throw explain(error);
    }
  }
  return new Stream(iterate, controller, stringify);
}

// ---- Types

interface OpenedItems extends Pick<StainlessCall, "explain"> {
  readonly items: ItemStream;
  readonly response: Response;
}
