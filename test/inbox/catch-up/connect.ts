/** An inbox that catches up from a service in memory, with a clock that stands still. */
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

/** An inbox and a service that share a clock. */
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
  let now: () => number = Date.now;
  const service = new LyingService(style, 1, () => now(), lies);
  const client = createClient(service);
  const catchUp: CatchUpOptions = {
    client,
    source: SOURCES[style],
    parameters: PARAMETERS[style],
    ...changes,
  };
  const parts = setUp({ catchUp, pollInterval: 5 * SECOND, ...options });
  now = parts.environment.clock;
  const handled: string[] = [];
  parts.webhooks.onAny((event) => void handled.push(asHandled(event).id));
  return { ...parts, service, client, catchUp, handled };
}

export const arrive = ({ inbox }: Pick<Connected, "inbox">, { id, event, payload }: Sent) =>
  deliver(inbox, { id, name: event, body: JSON.stringify(payload) });

/** The inbox has run for a while, so that it knows where it began. */
export async function begin(parts: Connected): Promise<void> {
  await parts.inbox.start();
  await parts.environment.elapse(5 * MINUTE);
}

export type Connected = ReturnType<typeof connect>;
