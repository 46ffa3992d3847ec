/** An inbox that catches up from a service in memory; both have the clock of the test. */
import {
  githubDeliveries,
  stripeEvents,
  svixMessages,
} from "../../../src/inbox/catch-up/source.js";
import type { CatchUpOptions } from "../../../src/inbox/catch-up/types.js";
import type { InboxOptions } from "../../../src/inbox/types.js";
import { asHandled, deliver, setUp } from "../setup.js";
import { MINUTE, SECOND } from "../deliveries.js";
import {
  createClient,
  type Lies,
  LyingService,
  PARAMETERS,
  type Sent,
  type Style,
} from "./lying-service.js";

export const SOURCES = { github: githubDeliveries, stripe: stripeEvents, svix: svixMessages };

/** Sets up the service and the inbox, which is not started. */
export function connect(
  style: Style = "github",
  {
    lies = {},
    options = {},
    catchUp: changes = {},
  }: {
    readonly lies?: Lies;
    readonly options?: Partial<InboxOptions>;
    readonly catchUp?: Partial<CatchUpOptions>;
  } = {},
) {
  let now: () => number = Date.now; // the inbox, whose clock it is, is made after its client
  const service = new LyingService(style, 1, () => now(), lies);
  const client = createClient(service);
  const catchUp: CatchUpOptions = {
    client,
    source: SOURCES[style],
    parameters: PARAMETERS[style],
    ...changes,
  };
  const inboxParts = setUp({ catchUp, pollInterval: 5 * SECOND, ...options });
  now = inboxParts.environment.clock;
  const handled: string[] = [];
  inboxParts.webhooks.onAny((event) => void handled.push(asHandled(event).id));
  return { ...inboxParts, service, client, catchUp, handled };
}

/** Delivers what the service has sent. */
export async function arrive(
  { inbox }: Pick<Connected, "inbox">,
  { id, event, payload }: Sent,
): Promise<void> {
  await deliver(inbox, { id, name: event, body: JSON.stringify(payload) });
}

/** Lets the inbox run until it has noted where its catch-up begins. */
export async function begin({ inbox, environment }: Connected): Promise<void> {
  await inbox.start();
  await environment.elapse(5 * MINUTE);
}

export type Connected = ReturnType<typeof connect>;
