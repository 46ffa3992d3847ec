/** Compares recorded deliveries with a schema folder. */
import { followPath } from "../../src/base/values.js";
import type { ErrorObject } from "ajv";
import { correctModel } from "../corrections/correct-model.js";
import { type Corrections, formatPropertyPath } from "../corrections/corrections.js";
import { findPropertyAt } from "../json-schema/paths.js";
import { createResolver } from "../json-schema/references.js";
import { valuesOf } from "../json-schema/keywords.js";
import { isEqual } from "../model/json.js";
import { nearestKey } from "../model/messages.js";
import type { Action, SchemaModel } from "../model/model.js";
import { findDeviations } from "./find-deviations.js";
import {
  addCorrections,
  mergeProposals,
  type Observation,
  type Proposal,
  proposeCorrections,
} from "./propose.js";
import type { Recording } from "./recordings.js";
import { type CheckPayload, createValidators, listPayloads } from "./validators.js";

/**
 * Compares deliveries with an uncorrected model and its corrections, and proposes missing
 * corrections. A correction may reveal further deviations, so this repeats until nothing is left or
 * nothing changes.
 */
export function reconcile(
  model: SchemaModel,
  corrections: Corrections,
  recordings: readonly Recording[],
): Reconciliation {
  const { deliveries, undescribed } = nameDeliveries(model, recordings);
  let current = corrections;
  let round = examine(model, current, deliveries);
  const before = deliveries.length - round.invalid.length;
  const proposals: Proposal[] = [];
  while (round.proposals.length > 0) {
    const next = addCorrections(current, round.proposals);
    const nextRound = examine(model, next, round.invalid);
    // Proposals that come again had no effect.
    if (isEqual(nextRound.proposals, round.proposals)) break;
    proposals.push(...round.proposals);
    current = next;
    round = nextRound;
  }
  return {
    total: recordings.length,
    before,
    after: deliveries.length - round.invalid.length,
    proposals: sortProposals(proposals),
    unsolved: [...new Set([...undescribed, ...round.unsolved])],
  };
}

/** Describes the result in one sentence. */
export function describeReconciliation({
  total,
  before,
  after,
  proposals,
}: Reconciliation): string {
  const count = proposals.reduce((sum, { properties }) => sum + properties.length, 0);
  const outcome =
    count === 0
      ? "nothing to correct"
      : `${after} with ${count === 1 ? "one correction" : `${count} corrections`}`;
  return `${before} of ${total} recorded deliveries are as the schema says; ${outcome}.`;
}

function examine(
  model: SchemaModel,
  corrections: Corrections,
  deliveries: readonly Delivery[],
): Round {
  const corrected = correctModel(model, corrections).model;
  const validators = createValidators(corrected);
  const observe = createObserver(corrected, corrections);
  const invalid: Delivery[] = [];
  const observations: Observation[] = [];
  const unsolved: string[] = [];
  for (const delivery of deliveries) {
    const [error] = errorsOf(validators, delivery);
    if (error === undefined) continue;
    invalid.push(delivery);
    const observed = observe(delivery);
    observations.push(...observed);
    if (observed.length === 0) unsolved.push(describeError(delivery, error));
  }
  return { invalid, proposals: proposeCorrections(observations), unsolved };
}

function createObserver(model: SchemaModel, { objects }: Corrections) {
  const payloads = new Map(listPayloads(model));
  const context = { objects, resolve: createResolver(model) };
  return ({ event, payload }: Delivery): readonly Observation[] => {
    const target = { kind: "payload", name: event } as const;
    const deviations = findDeviations(payloads.get(event) ?? true, payload, target, context);
    return deviations.map((deviation) => ({ ...deviation, event }));
  };
}

function errorsOf(
  validators: ReadonlyMap<string, CheckPayload>,
  { event, payload }: Delivery,
): readonly ErrorObject[] {
  return validators.get(event)?.(payload) ?? [];
}

function describeError({ event }: Delivery, { instancePath, keyword, message = "" }: ErrorObject) {
  const text = keyword === "false schema" ? "is not allowed by the schema" : message;
  return `${event}: ${instancePath === "" ? "the payload" : instancePath} ${text}.`;
}

/** Names the deliveries whose payload the schema describes. Of any other, it says why not. */
function nameDeliveries(model: SchemaModel, recordings: readonly Recording[]): NamedDeliveries {
  const deliveries: Delivery[] = [];
  const undescribed: string[] = [];
  for (const { name, payload } of recordings) {
    const event = model.events.find((candidate) => candidate.name === name);
    if (event === undefined) {
      undescribed.push(describeUnknownEvent(model, name));
      continue;
    }
    const action = readAction(payload, model);
    const described = findPayloadName(event, action, model);
    if (described !== undefined) deliveries.push({ event: described, payload });
    else undescribed.push(describeUnknownAction(name, action));
  }
  return { deliveries, undescribed };
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

/** Reads the action of a payload; `undefined` if it has none. */
function readAction(payload: unknown, { actionPath }: SchemaModel): unknown {
  return actionPath === undefined ? undefined : followPath(payload, actionPath);
}

/** Finds the name of a payload in the schema: `<event>` or `<event>.<action>`. */
function findPayloadName(
  { name, payload, actions }: SchemaModel["events"][number],
  action: unknown,
  model: SchemaModel,
): string | undefined {
  if (actions.length === 0) return payload === undefined ? undefined : name;
  const described = actions.filter((candidate) => candidate.payload !== undefined);
  const ofAction =
    described.find((each) => each.name === action) ?? findOnlyAction(described, action, model);
  return ofAction && `${name}.${ofAction.name}`;
}

/** Finds the only action of an event, if its schema allows other values, or the delivery has none. */
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
  return typeof action === "object" && action["type"] === "string" && !valuesOf(action)
    ? only
    : undefined;
}

/** Merges and sorts proposals, so that the order of the deliveries does not matter. */
function sortProposals(proposals: readonly Proposal[]): readonly Proposal[] {
  const ranked = mergeProposals(proposals).map((proposal) => {
    const { target, change, reason } = proposal;
    const key = JSON.stringify([target, change, reason]);
    return {
      proposal,
      rank: [target.kind, target.name, firstPropertyOf(proposal), key].join("\n"),
    };
  });
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.map(({ proposal }) => proposal);
}

function firstPropertyOf({ properties }: Proposal): string {
  return properties.map(formatPropertyPath).sort()[0] ?? "";
}

// ---- Types

/** The result of comparing recorded deliveries with a schema. */
export interface Reconciliation {
  /** The number of deliveries. */
  readonly total: number;
  /** The number of those that are valid without the proposals. */
  readonly before: number;
  /** The number of those that are valid with the proposals. */
  readonly after: number;
  readonly proposals: readonly Proposal[];
  /** Errors of deliveries that no correction can solve, one sentence each. */
  readonly unsolved: readonly string[];
}

/** A recording with the name of its payload in the schema. */
interface Delivery {
  readonly event: string;
  readonly payload: unknown;
}

interface NamedDeliveries {
  readonly deliveries: readonly Delivery[];
  /** Reasons why the schema describes no payload, one sentence each. */
  readonly undescribed: readonly string[];
}

/** The result of one comparison of all deliveries. */
interface Round {
  readonly invalid: readonly Delivery[];
  readonly proposals: readonly Proposal[];
  /** Errors without a possible correction. */
  readonly unsolved: readonly string[];
}
