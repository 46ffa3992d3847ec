/** An inbox over the toolkit of the fixture service, with a clock and a log of the test. */
import { createInboxIn } from "../../src/inbox/inbox.js";
import { openMemoryStore } from "../../src/inbox/memory/memory-store.js";
import type { Inbox, InboxFact, InboxOptions } from "../../src/inbox/types.js";
import { bindWebhooks } from "../../src/receive/webhooks/webhooks.js";
import { catalog, createRecorder, parts, secret, signature } from "../http/toolkit.js";
import { HOUR } from "./deliveries.js";
import { createEnvironment } from "./environment.js";

const Webhooks = bindWebhooks(catalog, parts);

export function setUp(options: Partial<InboxOptions> = {}, toolkitOptions: ToolkitOptions = {}) {
  const recorder = createRecorder();
  const environment = createEnvironment();
  const webhooks = new Webhooks({ secret, log: recorder.log, ...toolkitOptions });
  const store = options.store ?? openMemoryStore();
  const create = (): Inbox => createInboxIn(environment, { webhooks, store, ...options });
  return { webhooks, store, environment, recorder, create, inbox: create() };
}

/** The same, with the facts that the inbox reports. It polls so seldom that no poll is among them. */
export function setUpReporting(
  options: Partial<InboxOptions> = {},
  toolkitOptions: ToolkitOptions = {},
) {
  const facts: InboxFact[] = [];
  const observe = (fact: InboxFact) => facts.push(fact);
  const inboxParts = setUp({ observe, pollInterval: HOUR, ...options }, toolkitOptions);
  const listLogged = () => inboxParts.recorder.entries.map(({ level, data }) => [level, data[0]]);
  return { ...inboxParts, facts, listLogged, start: inboxParts.environment.clock() };
}

/** Hands a signed delivery to an inbox, as a program without a middleware does. */
export function deliver(inbox: Inbox, { id = "1", name = "note", body = "{}" }: Sent = {}) {
  const delivery = { id, name, payload: body, signature: signature(body) };
  return inbox.verifyAndReceive(delivery as never); // its type is the service's
}

/** Types an event as the handlers of an inbox get it; those of the fixture service have less. */
export function asHandled(event: unknown): HandledEvent {
  return event as HandledEvent;
}

export interface HandledEvent {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly n?: number };
  readonly attempt: number;
  readonly signal: AbortSignal;
}

interface ToolkitOptions {
  readonly transform?: (event: unknown) => unknown;
}

interface Sent {
  readonly id?: string;
  readonly name?: string;
  readonly body?: string;
}
