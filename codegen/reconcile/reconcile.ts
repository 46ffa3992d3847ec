/** Compares recorded deliveries with a schema folder. */
import type { ErrorObject } from "ajv";
import { correctModel } from "../corrections/correct-model.js";
import { type Corrections, formatPropertyPath } from "../corrections/corrections.js";
import { createResolver } from "../json-schema/references.js";
import { isEqual } from "../model/json.js";
import type { SchemaModel } from "../model/model.js";
import { findDeviations } from "./find-deviations.js";
import { type Delivery, nameDeliveries } from "./name-deliveries.js";
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
 * nothing changes. A further round needs only the deliveries that are still invalid, because
 * corrections make no valid one invalid.
 */
export function reconcile(
  model: SchemaModel,
  corrections: Corrections,
  recordings: readonly Recording[],
): Reconciliation {
  const { deliveries, undescribed } = nameDeliveries(model, recordings);
  const first = examine(model, corrections, deliveries);
  const proposals: Proposal[] = [];
  let round = first;
  while (round.proposals.length > 0) {
    const corrected = addCorrections(round.corrections, round.proposals);
    const next = examine(model, corrected, round.invalid);
    // Proposals that come again had no effect.
    if (isEqual(next.proposals, round.proposals)) break;
    proposals.push(...round.proposals);
    round = next;
  }
  return {
    total: recordings.length,
    before: deliveries.length - first.invalid.length,
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

/** Compares deliveries with the corrected model. */
function examine(
  model: SchemaModel,
  corrections: Corrections,
  deliveries: readonly Delivery[],
): Round {
  const corrected = correctModel(model, corrections).model;
  const validators = createValidators(corrected);
  const observe = createObserver(corrected, corrections);
  const findings = deliveries.flatMap((delivery): readonly Finding[] => {
    const [error] = errorsOf(validators, delivery);
    return error === undefined ? [] : [{ delivery, error, observations: observe(delivery) }];
  });
  const unexplained = findings.filter(({ observations }) => observations.length === 0);
  return {
    corrections,
    invalid: findings.map(({ delivery }) => delivery),
    proposals: proposeCorrections(findings.flatMap(({ observations }) => observations)),
    unsolved: unexplained.map(({ delivery, error }) => describeError(delivery, error)),
  };
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

/** An invalid delivery, with the deviations that corrections can allow. */
interface Finding {
  readonly delivery: Delivery;
  readonly error: ErrorObject;
  readonly observations: readonly Observation[];
}

/** The result of one comparison of deliveries. */
interface Round {
  /** The corrections of the model that they were compared with. */
  readonly corrections: Corrections;
  readonly invalid: readonly Delivery[];
  readonly proposals: readonly Proposal[];
  /** Errors without a possible correction. */
  readonly unsolved: readonly string[];
}
