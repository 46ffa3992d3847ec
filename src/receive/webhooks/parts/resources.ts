/** Events that carry only the id of what they are about, which `event.fetch()` gets by a request. */
import { followPath, isObject } from "../../../base/values.js";
import { copyOwn, unexpected } from "../../../base/expect.js";
import type { EventResource } from "../../../catalog/webhooks.js";
import type { BindResources, EquipEvent } from "../service.js";

/**
 * Binds the resources of a service to the code that gets them.
 * @param resources By the names of their events.
 */
export function createResources(resources: Readonly<Record<string, EventResource>>): BindResources {
  const known = new Map(
    Object.entries(resources).map(([event, resource]) => [event, copyOwn(resource)] as const),
  );
  return (client) => {
    const sender = client === undefined ? undefined : expectSender(client);
    return (name, event, signal) => {
      const resource = known.get(name);
      return resource === undefined ? event : equip(event, resource, sender, signal);
    };
  };
}

/** Adds `fetch`, whose first call sends the request. All handlers of the event share its promise. */
function equip(
  event: Parameters<EquipEvent>[1],
  { route, parameters }: EventResource,
  sender: Sender | undefined,
  signal: AbortSignal | undefined,
): object & typeof event {
  let fetched: Promise<unknown> | undefined;
  const send = async (): Promise<unknown> => {
    const read = (path: string): unknown => followPath(event.payload, path);
    const routeParameters = Object.fromEntries(
      Object.entries(parameters).map(([name, path]) => [name, read(path)] as const),
    );
    // A client refuses an undefined option.
    const options = signal === undefined ? {} : { signal };
    const { data } = await expectClient(sender).request(route, routeParameters, options);
    return data;
  };
  return { ...event, fetch: () => (fetched ??= send()) } as typeof event;
}

/** The part of a client that sends. */
interface Sender {
  request(route: string, parameters: object, options: object): Promise<{ readonly data: unknown }>;
}

function expectClient(sender: Sender | undefined): Sender {
  if (sender !== undefined) return sender;
  throw new TypeError(
    "`client` is undefined; expected one, as in `new Webhooks({ secret, client })`, because `fetch` sends a request.",
  );
}

/** @throws TypeError for anything but a client, and an instance of an SDK's class. */
function expectSender(client: unknown): Sender {
  const inner = isObject(client) && "client" in client ? client.client : client;
  if (isObject(inner) && "request" in inner && typeof inner.request === "function")
    return inner as Sender; // its parameters cannot be seen
  throw unexpected(client, "`client`", "a client of the service, such as `createClient({ auth })`");
}
