/** Tells which payload of the schema each recorded delivery should have: that of its event, or of its action. */
import { followPath } from "../../src/base/values.js";
import { valuesOf } from "../json-schema/keywords.js";
import { findPropertyAt } from "../json-schema/paths.js";
import { createResolver } from "../json-schema/references.js";
import { nearestKey } from "../model/messages.js";
import type { Action, Event, SchemaModel } from "../model/model.js";
import type { Recording } from "./recordings.js";

/** Names the deliveries whose payload the schema describes. Of any other, it says why not. */
export function nameDeliveries(
  model: SchemaModel,
  recordings: readonly Recording[],
): NamedDeliveries {
  const named = recordings.map((recording) => nameDelivery(recording, model));
  return {
    deliveries: named.filter((each) => typeof each !== "string"),
    undescribed: named.filter((each) => typeof each === "string"),
  };
}

/** The delivery of a recording, or the reason why the schema describes no payload for it. */
function nameDelivery({ name, payload }: Recording, model: SchemaModel): Delivery | string {
  const event = model.events.find((candidate) => candidate.name === name);
  if (event === undefined) return describeUnknownEvent(model, name);
  const action = readAction(payload, model);
  const described = findPayloadName(event, action, model);
  return described === undefined
    ? describeUnknownAction(name, action)
    : { event: described, payload };
}

/** Reads the action of a payload; `undefined` if it has none. */
function readAction(payload: unknown, { actionPath }: SchemaModel): unknown {
  return actionPath === undefined ? undefined : followPath(payload, actionPath);
}

/** Finds the name of a payload in the schema: `<event>` or `<event>.<action>`. */
function findPayloadName(
  { name, payload, actions }: Event,
  action: unknown,
  model: SchemaModel,
): string | undefined {
  if (actions.length === 0) return payload === undefined ? undefined : name;
  const described = actions.filter((candidate) => candidate.payload !== undefined);
  const ofAction =
    described.find((each) => each.name === action) ?? findOnlyAction(described, action, model);
  return ofAction && `${name}.${ofAction.name}`;
}

/**
 * Finds the only action of an event, for a delivery without action, or one with another action where the schema
 * allows any: it only says `type: string`.
 */
function findOnlyAction(
  actions: readonly Action[],
  sent: unknown,
  model: SchemaModel,
): Action | undefined {
  const [only] = actions;
  const payload = only?.payload;
  if (actions.length !== 1 || typeof payload !== "object") return undefined;
  if (sent === undefined) return only;
  const action = findPropertyAt(payload, model.actionPath ?? "", createResolver(model))?.schema;
  const allowsAny =
    typeof action === "object" && action["type"] === "string" && valuesOf(action) === undefined;
  return allowsAny ? only : undefined;
}

function describeUnknownEvent({ events }: SchemaModel, name: string): string {
  const known = events.map((event) => event.name);
  const nearest = nearestKey(name, known);
  const hint = nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`;
  return `${name}: the schema has no such event.${hint}`;
}

function describeUnknownAction(event: string, action: unknown): string {
  return `${event}: the schema describes no payload of the action ${JSON.stringify(action)}.`;
}

/** A recording with the name of its payload in the schema. */
export interface Delivery {
  /** `<event>` or `<event>.<action>`. */
  readonly event: string;
  readonly payload: unknown;
}

interface NamedDeliveries {
  readonly deliveries: readonly Delivery[];
  /** Reasons why the schema describes no payload, one sentence each. */
  readonly undescribed: readonly string[];
}
