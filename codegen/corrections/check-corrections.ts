/** Complains about corrections without a target or an effect. */
import type { Step } from "../json-schema/keywords.js";
import { entriesOf } from "../model/json.js";
import { alternatives, describeValue, nearestKey } from "../model/messages.js";
import { checkSchema } from "../read/check-schemas.js";
import type { ComponentDocuments } from "../read/documents/documents.js";
import { type Path, valueAt, type YamlDocument } from "../read/documents/yaml-document.js";
import { type LocatedSchema, normaliseReference } from "../read/schemas.js";
import type { Trace } from "./change-at.js";
import { listCorrections, type Traces } from "./correct-model.js";
import {
  CHANGE_KEYS,
  type ChangeKey,
  type Correction,
  type Corrections,
  formatPropertyPath,
} from "./corrections.js";

/** Complains about unknown components, unknown events and broken references. */
export function checkCorrectionTargets(
  document: YamlDocument,
  eventNames: readonly string[],
  components: ComponentDocuments,
): void {
  const sections = new Map(entriesOf(document.value));
  const refs = [...components.values()].flatMap(({ file, value }) =>
    entriesOf(value).map(([name]) => `${file}#/${name}`),
  );
  for (const [ref] of entriesOf(sections.get("components"))) {
    const target = ref.includes("#/") ? normaliseReference(document.file, ref) : ref;
    if (!refs.includes(target)) complain("components", ref, "component", refs);
  }
  for (const [name] of entriesOf(sections.get("payloads"))) {
    const known = ["*", ...eventNames];
    if (!known.includes(name)) complain("payloads", name, "event", known);
  }
  for (const schema of listSchemas([], document.value)) {
    checkSchema(document, schema, components);
  }

  function complain(section: string, name: string, kind: string, known: readonly string[]): void {
    const message = `The ${kind} is ${describeValue(name)}; expected an existing one. ${IF_OBSOLETE}`;
    const suggestion = nearestKey(name, known);
    document.complain([section, name], { message, suggestion, atKey: true });
  }
}

const IF_OBSOLETE = "Remove it if it is obsolete.";

/** Lists every `schema` of a correction. */
function listSchemas(path: Path, value: unknown): LocatedSchema[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => listSchemas([...path, index], item));
  }
  return entriesOf(value).flatMap(([key, child]) => {
    const at = [...path, key];
    if (key === "schema" && isCorrectionPath(path)) return [{ path: at, schema: child }];
    return listSchemas(at, child);
  });
}

function isCorrectionPath(path: Path): boolean {
  return typeof path.at(-1) === "number";
}

/** Complains about corrections that match nothing or have no effect. */
export function checkTraces(
  document: YamlDocument,
  corrections: Corrections,
  traces: Traces,
): void {
  for (const rule of corrections.everywhere) {
    const [trace] = traces.get(rule) ?? [];
    if (trace?.found === false) {
      const message = `The rule is unused; expected keywords that some schema has. ${IF_OBSOLETE}`;
      document.complain([...rule.path, "where"], { message, atKey: true });
    } else if (trace) reportUselessKeys(document, rule.path, changeKeysOf(rule.change), [trace]);
  }
  for (const correction of listCorrections(corrections)) {
    reportCorrection(document, correction, traces.get(correction) ?? []);
  }
}

/** Complains about the properties of a correction that are not there, and about changes without effect. */
function reportCorrection(
  document: YamlDocument,
  correction: Correction,
  traces: readonly Trace[],
): void {
  const keys = changeKeysOf(correction.change);
  const hasSeveral = traces.length > 1;
  for (const [index, trace] of traces.entries()) {
    if (!isMatched(trace)) reportUnmatched(document, correction, index, trace);
    else if (hasSeveral && trace.effects.size === 0) {
      const path = propertyPath(document, correction, index);
      document.complain(path, { message: noEffectMessage(keys), atKey: true });
    }
  }
  const matched = traces.filter(isMatched);
  // Several properties without an effect have a complaint each, so that their keys need none.
  const areAllReported = hasSeveral && matched.every(({ effects }) => effects.size === 0);
  if (matched.length > 0 && !areAllReported)
    reportUselessKeys(document, correction.path, keys, matched);
}

/** Tests whether the path leads to a schema, or the change has added a property there. */
function isMatched({ found, effects }: Trace): boolean {
  return found || effects.size > 0;
}

/** Complains about each key of a change that has no effect anywhere. */
function reportUselessKeys(
  document: YamlDocument,
  path: Path,
  keys: readonly ChangeKey[],
  traces: readonly Trace[],
): void {
  const useless = keys.filter((key) => traces.every(({ effects }) => !effects.has(key)));
  for (const key of useless) {
    document.complain([...path, key], { message: noEffectMessage([key]), atKey: true });
  }
}

function noEffectMessage(keys: readonly string[]): string {
  return `The change ${alternatives(keys, "and")} is without effect; expected one that the schema needs. ${IF_OBSOLETE}`;
}

function changeKeysOf(change: Correction["change"]): readonly ChangeKey[] {
  return CHANGE_KEYS.filter((key) => change[key] !== undefined);
}

function reportUnmatched(
  document: YamlDocument,
  correction: Correction,
  index: number,
  trace: Trace,
): void {
  const path = propertyPath(document, correction, index);
  const steps = correction.properties[index] ?? [];
  const text = formatPropertyPath(steps);
  const [crossed] = trace.crossed;
  const complain = (message: string, suggestion?: string): void =>
    document.complain(path, { message, suggestion });
  if (crossed !== undefined) {
    complain(
      `The path is \`${text}\`, which ${crossed} describes; expected a correction of that component.`,
    );
  } else if (steps.length === 0) {
    complain(
      `The target is unused in payloads; expected one that a payload contains. ${IF_OBSOLETE}`,
    );
  } else {
    const message = `The path is \`${text}\`; expected a described property. ${IF_OBSOLETE}`;
    complain(message, nearestPath(steps, trace));
  }
}

/** The path with its last step replaced by the nearest property. */
function nearestPath(steps: readonly Step[], { known }: Trace): string | undefined {
  const last = steps.at(-1);
  if (last === undefined || typeof last === "string") return undefined;
  const property = nearestKey(last.property, [...known]);
  return property && formatPropertyPath([...steps.slice(0, -1), { property }]);
}

/** The path of a property in the YAML, which may be one value or a list. */
function propertyPath(document: YamlDocument, correction: Correction, index: number): Path {
  const at = [...correction.path, "property"];
  const value = at.reduce(childAt, document.value);
  if (value === undefined) return correction.path;
  return Array.isArray(value) ? [...at, index] : at;
}

function childAt(value: unknown, key: string | number): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[Number(key)] : valueAt(value, key);
}
