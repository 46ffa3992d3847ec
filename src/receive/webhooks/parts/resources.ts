/** Events that carry only the id of what they are about, which `event.fetch()` gets by a request. */
import { followPath, isObject } from "../../../base/values.js";
import { copyOwn, unexpected } from "../../../base/expect.js";
import type { EventResource } from "../../../catalog/webhooks.js";
import type { BindResources } from "../service.js";
import type { DispatchedEvent } from "../types.js";

/**
 * Binds the resources of a service to the code that gets them.
 * @param resources By the names of their events.
 */
export function createResources(resources: Readonly<Record<string, EventResource>>): BindResources {
  const byEvent = new Map(
    Object.entries(resources).map(([event, resource]) => [event, copyOwn(resource)] as const),
  );
  return (client) => {
    const sender = client === undefined ? undefined : readSender(client);
    return (name, event, signal) => {
      const resource = byEvent.get(name);
      return resource === undefined ? event : addFetch(event, resource, sender, signal);
    };
  };
}

/** Adds `fetch`, whose first call sends the request. All handlers of the event share its promise. */
function addFetch(
  event: DispatchedEvent,
  { route, parameters }: EventResource,
  sender: Sender | undefined,
  signal: AbortSignal | undefined,
): DispatchedEvent {
  let response: Promise<unknown> | undefined;
  const send = async (): Promise<unknown> => {
    const values = Object.entries(parameters).map(
      ([name, path]) => [name, followPath(event.payload, path)] as const,
    );
    // A client refuses an undefined option.
    const options = signal === undefined ? {} : { signal };
    if (sender === undefined) throw missingClient();
    const { data } = await sender.request(route, Object.fromEntries(values), options);
    return data;
  };
  return { ...event, fetch: () => (response ??= send()) } as DispatchedEvent;
}

function missingClient(): TypeError {
  return new TypeError(
    "`client` is undefined; expected one, as in `new Webhooks({ secret, client })`, because `fetch` sends a request.",
  );
}

/** @throws TypeError for anything but a client, and an instance of an SDK's class. */
function readSender(client: unknown): Sender {
  const inner = isObject(client) && "client" in client ? client.client : client;
  if (isObject(inner) && "request" in inner && typeof inner.request === "function")
    return inner as Sender; // its parameters cannot be seen
  throw unexpected(client, "`client`", "a client of the service, such as `createClient({ auth })`");
}

/** The part of a client that sends. */
interface Sender {
  request(route: string, parameters: object, options: object): Promise<{ readonly data: unknown }>;
}
