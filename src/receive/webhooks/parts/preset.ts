/**
 * Toolkits of services that no schema folder describes: the preset of their signatures, which also knows where their
 * deliveries have what a toolkit needs, stands in for a catalog.
 */
import { copyOwn, expectMethods, isText, readOptions, unexpected } from "../../../base/expect.js";
import type { OptionNames } from "../../../base/nearest.js";
import { describeKind, isRecord } from "../../../base/values.js";
import type { DeliveryDescription, WebhookCatalog } from "../../../catalog/webhooks.js";
import { HEADER_NAME } from "../../signatures/plan/signed-content.js";
import type { SignatureScheme } from "../../signatures/types.js";
import { createChallenges } from "./challenge.js";
import { createHeaderReader } from "./fields.js";
import { createMixedReader } from "./forms.js";
import type { WebhookParts } from "../service.js";
import type { EventAttempt, HeaderWebhooks, UnknownEvent, WebhookTypes } from "../types.js";
import { type HeaderWebhooksOptions, WEBHOOKS_OPTIONS } from "../options.js";
import { bindWebhooks } from "../webhooks.js";

/**
 * Creates the toolkit of a service that has a signature scheme, without a description of its events. It does
 * what a generated one does: handlers by name, middlewares, an inbox, `typewire dev`. Event names are any text.
 * @typeParam Payloads The payloads by the names of their events. With them, `on` takes these names alone.
 * @param scheme A preset of `typewire-runtime/signatures`, or a scheme of your own with the option `event`.
 * @example
 * const webhooks = createWebhooks<{ "invoice.paid": Stripe.InvoicePaidEvent }>(stripe, { secret });
 * webhooks.on("invoice.paid", ({ payload }) => ship(payload.data.object));
 * createServer(createNodeMiddleware(webhooks)).listen(3000);
 * @throws TypeError for anything but a scheme, a secret that is not one of the service's, or another option
 * of the wrong type.
 */
export function createWebhooks<Payloads extends object = AnyPayloads, Transformed = unknown>(
  scheme: SignatureScheme,
  options: PresetOptions<PresetTypes<Payloads>, Transformed>,
): HeaderWebhooks<PresetTypes<Payloads>, Transformed> {
  const expected =
    "a scheme, which `typewire-runtime/signatures` exports by the name of its service";
  expectMethods<SignatureScheme>(scheme, "The first argument", ["read", "readSecret"], expected);
  const { event, id, action, ...toolkitOptions } = readOptions(
    options,
    "The second argument",
    "an object with a `secret`",
    PRESET_OPTIONS,
  );
  const known = readDescription(scheme);
  const Webhooks = bindWebhooks<PresetTypes<Payloads>, "headers">(
    createCatalog(known, { event, id, action }),
    createParts(scheme, known),
  );
  return new Webhooks<Transformed>(toolkitOptions);
}

const PRESET_OPTIONS: OptionNames<PresetOptions<WebhookTypes>> = {
  ...WEBHOOKS_OPTIONS,
  event: true,
  id: true,
  action: true,
};

/** Reads what the scheme tells of deliveries. No inherited key counts. */
function readDescription(scheme: SignatureScheme): Partial<DeliveryDescription> {
  const { deliveries = {} } = copyOwn(scheme);
  return copyOwn(deliveries);
}

/**
 * Creates a catalog that names no event. A place of the options counts before the one that the scheme knows.
 * @throws TypeError for a malformed place, and if neither names the place of the event's name.
 */
function createCatalog(known: Partial<DeliveryDescription>, places: Places): WebhookCatalog {
  const event = readPlace(places.event, "`event`") ?? known.event;
  const id = readPlace(places.id, "`id`") ?? known.delivery;
  const action = places.action ?? known.action;
  if (event === undefined) throw unexpected(event, "`event`", NEEDED_PLACE);
  if (action !== undefined && !isText(action))
    throw unexpected(action, "`action`", "a dotted path into the body, such as `action`");
  return {
    path: "/webhooks",
    event,
    ...(id && { delivery: id }),
    ...(action && { action }),
    eventNames: [],
  };
}

const PLACE = '`{ header: "acme-event" }` or `{ body: "data.type" }`';
const NEEDED_PLACE = `the place of an event's name, which the scheme does not know: ${PLACE}`;

/** Copies a place, with the header in lowercase. */
function readPlace(place: unknown, option: string): DeliveryPlace | undefined {
  if (place === undefined) return undefined;
  const { header, body } = isRecord(place) ? { ...place } : {};
  const isHeader = isText(header) && HEADER_NAME.test(header) && body === undefined;
  if (isHeader) return { header: header.toLowerCase() };
  if (isText(body) && header === undefined) return { body };
  throw new TypeError(`${option} is ${describeKind(place)}; expected ${PLACE}.`);
}

/** Lists the code that the deliveries need: for bodies besides JSON objects, and for challenges. */
function createParts(scheme: SignatureScheme, known: Partial<DeliveryDescription>): WebhookParts {
  const { form, lists = false, challenges } = known;
  const hasOtherBodies = form !== undefined || lists;
  return {
    scheme,
    fields: createHeaderReader,
    ...(hasOtherBodies && { body: createMixedReader(known) }),
    ...(challenges && { challenge: createChallenges(challenges) }),
  };
}

// ---- Types

/** Place of a value in a delivery: a header, or a dotted path into the body. */
export type DeliveryPlace = { readonly header: string } | { readonly body: string };

interface Places {
  /** Place of the event's name. Default: the service's. Required for a scheme of your own. */
  readonly event?: DeliveryPlace | undefined;
  /** Place of the delivery's id. Default: the service's, if it has one. */
  readonly id?: DeliveryPlace | undefined;
  /**
   * Dotted path of the action in a payload, which makes names such as `issues.opened`. Default: the service's,
   * if it has actions.
   */
  readonly action?: string | undefined;
}

/** Options of {@link createWebhooks}: those of a toolkit, and places that differ from the service's. */
export interface PresetOptions<Types extends WebhookTypes, Transformed = unknown>
  extends HeaderWebhooksOptions<Types, Transformed>, Places {}

/** Payloads of events whose names are any text. */
export type AnyPayloads = Readonly<Record<string, unknown>>;

/** Types of a toolkit with the given payloads by name. */
export interface PresetTypes<Payloads extends object> extends WebhookTypes {
  name: keyof Payloads & string;
  events: PresetEvents<Payloads> & { [name: string]: UnknownEvent };
  event: PresetEvents<Payloads>[keyof Payloads & string];
}

/** The events of the payloads, by name. */
type PresetEvents<Payloads extends object> = {
  [Name in keyof Payloads & string]: PresetEvent<Name, Payloads[Name]>;
};

/** An event with a payload that the program has named. */
export interface PresetEvent<Name extends string, Payload> extends EventAttempt {
  id: string;
  /** Without the action, where the service has actions: `issues` for `issues.opened`. */
  name: Name extends `${infer Event}.${string}` ? Name | Event : Name;
  payload: Payload;
}
