/** An inbox over the toolkit of the fixture service, with all that happens written down. */
import { createInboxIn } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { Inbox, InboxOptions } from "../../src/inbox/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { catalog, createRecorder, parts, secret, signature } from "../http/toolkit.js";
import { createEnvironment } from "./environment.js";

const Webhooks = bindWebhooks(catalog, parts);

export interface HandledEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly n?: number };
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** What a handler of an inbox gets; the types of the fixture service do not tell. */
export function asHandled(event: unknown): HandledEvent {
  return event as HandledEvent;
}

export function setUp(
  options: Partial<InboxOptions> = {},
  more: { readonly transform?: (event: unknown) => unknown } = {},
) {
  const recorder = createRecorder();
  const environment = createEnvironment();
  const webhooks = new Webhooks({ secret, log: recorder.log, ...more });
  const store = options.store ?? openMemoryStore();
  const create = (): Inbox => createInboxIn(environment, { webhooks, store, ...options });
  return { webhooks, store, environment, recorder, create, inbox: create() };
}

export interface Sent {
  readonly id?: string;
  readonly name?: string;
  readonly body?: string;
}

/** Hands a signed delivery to an inbox, as a program without a middleware does. */
export function deliver(inbox: Inbox, { id = "1", name = "note", body = "{}" }: Sent = {}) {
  const delivery = { id, name, payload: body, signature: signature(body) };
  return inbox.verifyAndReceive(delivery as never); // its type is the service's
}
