import {
  type Change,
  type ChangeKey,
  changeKeys,
  type Correction,
  type Corrections,
  formatPropertyPath,
  isWritable,
} from "../corrections/corrections.js";
import type { Step } from "../json-schema/walk.js";
import type { Deviation, Place } from "./find-deviations.js";

/** A correction to be added, with the properties that it is the same for. */
export interface Proposal {
  readonly place: Place;
  /** Empty for the place itself. */
  readonly properties: readonly (readonly Step[])[];
  readonly change: Change;
  readonly reason: string;
}

/** A deviation together with the name of the event that showed it, such as `issues.opened`. */
export interface Observation extends Deviation {
  readonly event: string;
}

/** Deviations of one place and kind, over all deliveries. */
interface Finding {
  readonly place: Place;
  readonly path: readonly Step[];
  readonly key: ChangeKey;
  readonly types: Set<string>;
  readonly values: Set<unknown>;
  readonly found: Set<string>;
  readonly events: Set<string>;
}

/** The least corrections that allow what was observed; those that are alike are made one. */
export function proposeCorrections(observations: readonly Observation[]): readonly Proposal[] {
  const findings = new Map<string, Finding>();
  for (const observation of observations) {
    if (isWritable(observation.path)) addFinding(findings, observation);
  }
  const proposals = new Map<string, Proposal>();
  for (const finding of findings.values()) {
    const proposal = toProposal(finding);
    const key = JSON.stringify([proposal.place, proposal.change, proposal.reason]);
    const alike = proposals.get(key)?.properties ?? [];
    proposals.set(key, { ...proposal, properties: [...alike, finding.path] });
  }
  return [...proposals.values()];
}

function addFinding(findings: Map<string, Finding>, observation: Observation): void {
  const { change, path, found, event } = observation;
  const place = generalise(observation);
  for (const key of changeKeys.filter((each) => change[each] !== undefined)) {
    const id = [place.kind, place.name, formatPropertyPath(path), key].join(" ");
    const finding = findings.get(id) ?? createFinding(place, path, key);
    for (const type of change.types ?? []) finding.types.add(type);
    for (const value of change.values ?? []) finding.values.add(value);
    finding.found.add(found);
    finding.events.add(event);
    findings.set(id, finding);
  }
}

function createFinding(place: Place, path: readonly Step[], key: ChangeKey): Finding {
  const sets = { types: new Set<string>(), values: new Set<unknown>() };
  return { place, path, key, ...sets, found: new Set(), events: new Set() };
}

/**
 * What is inside an object of a payload is the same for all actions of the event; whether the
 * object is there depends on the action.
 */
function generalise({ place, path }: Deviation): Place {
  if (place.kind !== "payload" || path.length < 2) return place;
  return { kind: "payload", name: place.name.split(".")[0] ?? place.name };
}

function toProposal(finding: Finding): Proposal {
  const { place, path, key, types, values } = finding;
  const change: Change =
    key === "types"
      ? { types: [...types] }
      : key === "values"
        ? { values: [...values] }
        : { [key]: true };
  return { place, properties: [path], change, reason: reasonOf(finding) };
}

function reasonOf({ key, found, events }: Finding): string {
  const what = key === "values" ? "other values" : [...found].join(" or ");
  return `${what} in recorded deliveries of ${listNames([...events].sort())}`;
}

const mostNames = 3;

function listNames(names: readonly string[]): string {
  const rest = names.length - mostNames;
  if (rest > 0) return `${names.slice(0, mostNames).join(", ")} and ${rest} more`;
  return names.length === 1
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** The corrections that hold with proposals added after those that there are. */
export function addCorrections(
  corrections: Corrections,
  proposals: readonly Proposal[],
): Corrections {
  return proposals.reduce(addCorrection, corrections);
}

function addCorrection(corrections: Corrections, { place, ...proposal }: Proposal): Corrections {
  const correction: Correction = { ...proposal, path: [] };
  if (place.kind === "shape") {
    const shapes = corrections.shapes.map((shape) =>
      shape.name === place.name
        ? { ...shape, corrections: [...shape.corrections, correction] }
        : shape,
    );
    return { ...corrections, shapes };
  }
  const section = place.kind === "component" ? "components" : "payloads";
  const added = { place: place.name, corrections: [correction] };
  return { ...corrections, [section]: [...corrections[section], added] };
}
