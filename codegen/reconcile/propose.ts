/** Joins the deviations of many payloads to proposed corrections. */
import {
  type Change,
  CHANGE_KEYS,
  type ChangeKey,
  type Correction,
  type Corrections,
  formatPropertyPath,
  isWritable,
} from "../corrections/corrections.js";
import type { Step } from "../json-schema/keywords.js";
import type { Deviation, Target } from "./find-deviations.js";

/** Proposes the smallest corrections that allow all observations. Equal changes are merged. */
export function proposeCorrections(observations: readonly Observation[]): readonly Proposal[] {
  const groups = new Map<string, DeviationGroup>();
  for (const observation of observations) {
    if (isWritable(observation.path)) addToGroup(groups, observation);
  }
  return mergeProposals([...groups.values()].map(toProposal));
}

/** Joins the properties of proposals with the same target, change and reason. */
export function mergeProposals(proposals: readonly Proposal[]): readonly Proposal[] {
  const byKey = new Map<string, Proposal>();
  for (const proposal of proposals) {
    const key = JSON.stringify([proposal.target, proposal.change, proposal.reason]);
    const earlier = byKey.get(key)?.properties ?? [];
    byKey.set(key, { ...proposal, properties: [...earlier, ...proposal.properties] });
  }
  return [...byKey.values()];
}

/** Corrections with proposals added after those that exist. */
export function addCorrections(
  corrections: Corrections,
  proposals: readonly Proposal[],
): Corrections {
  return proposals.reduce(addCorrection, corrections);
}

function addCorrection(
  corrections: Corrections,
  { target, properties, change }: Proposal,
): Corrections {
  const correction: Correction = { properties, change, path: [] };
  if (target.kind === "object") {
    const objects = corrections.objects.map((rule) =>
      rule.name === target.name
        ? { ...rule, corrections: [...rule.corrections, correction] }
        : rule,
    );
    return { ...corrections, objects };
  }
  const section = target.kind === "component" ? "components" : "payloads";
  const added = { target: target.name, corrections: [correction] };
  return { ...corrections, [section]: [...corrections[section], added] };
}

function addToGroup(groups: Map<string, DeviationGroup>, observation: Observation): void {
  const { target, change, path, found, event } = observation;
  for (const key of CHANGE_KEYS.filter((candidate) => change[candidate] !== undefined)) {
    const id = [target.kind, target.name, formatPropertyPath(path), key].join(" ");
    const group = groups.get(id) ?? createGroup(target, path, key);
    for (const type of change.types ?? []) group.types.add(type);
    for (const value of change.values ?? []) group.values.add(value);
    group.found.add(found);
    group.events.add(event);
    groups.set(id, group);
  }
}

function createGroup(target: Target, path: readonly Step[], key: ChangeKey): DeviationGroup {
  const sets = { types: new Set<string>(), values: new Set<unknown>() };
  return { target, path, key, ...sets, found: new Set(), events: new Set() };
}

function toProposal(group: DeviationGroup): Proposal {
  const { target, path } = group;
  return { target, properties: [path], change: changeOf(group), reason: reasonOf(group) };
}

function changeOf({ key, types, values }: DeviationGroup): Change {
  if (key === "types") return { types: [...types] };
  return key === "values" ? { values: [...values] } : { [key]: true };
}

function reasonOf({ key, found, events }: DeviationGroup): string {
  const what = key === "values" ? "other values" : [...found].join(" or ");
  return `${what} in recorded deliveries of ${enumerateNames([...events].sort())}`;
}

/** Limit of names in a list; the rest are counted. */
const MAX_NAMES = 3;

function enumerateNames(names: readonly string[]): string {
  const unlisted = names.length - MAX_NAMES;
  if (unlisted > 0) return `${names.slice(0, MAX_NAMES).join(", ")} and ${unlisted} more`;
  return names.length === 1
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

// ---- Types

/** A correction to add, with all properties that need the same change. */
export interface Proposal {
  readonly target: Target;
  /** Empty for the target itself. */
  readonly properties: readonly (readonly Step[])[];
  readonly change: Change;
  readonly reason: string;
}

/** A deviation and the name of the event that showed it, such as `issues.opened`. */
export interface Observation extends Deviation {
  readonly event: string;
}

/** All deviations of one property that need the same kind of change. */
interface DeviationGroup {
  readonly target: Target;
  readonly path: readonly Step[];
  readonly key: ChangeKey;
  readonly types: Set<string>;
  readonly values: Set<unknown>;
  readonly found: Set<string>;
  readonly events: Set<string>;
}
