/** Complains about corrections that match nothing or have no effect, once all have been applied. */
import type { Step } from "../json-schema/keywords.js";
import { alternatives, nearestKey } from "../model/messages.js";
import { type Path, valueAt, type YamlDocument } from "../read/documents/yaml-document.js";
import type { Trace } from "./change-at.js";
import { IF_OBSOLETE } from "./check-targets.js";
import type { TracedPath, Traces } from "./correct-model.js";
import {
  CHANGE_KEYS,
  type ChangeKey,
  type Correction,
  formatPropertyPath,
  type KeywordRule,
} from "./corrections.js";

/** Complains about rules that no schema has a use for, and about paths and changes of corrections that do nothing. */
export function checkEffects(document: YamlDocument, traces: Traces): void {
  for (const [rule, trace] of traces.ofRules) checkRule(document, rule, trace);
  for (const [correction, paths] of traces.ofCorrections) {
    checkPaths(document, correction, paths);
    checkKeys(document, correction, paths);
  }
}

function checkRule(document: YamlDocument, rule: KeywordRule, trace: Trace): void {
  if (trace.found) reportUselessKeys(document, rule, [trace]);
  else {
    const message = `The rule is unused; expected keywords that some schema has. ${IF_OBSOLETE}`;
    document.complain([...rule.path, "where"], { message, atKey: true });
  }
}

// ---- Paths

/** Complains about the paths that lead nowhere, and about each of several paths on which the change does nothing. */
function checkPaths(
  document: YamlDocument,
  correction: Correction,
  paths: readonly TracedPath[],
): void {
  for (const [index, traced] of paths.entries()) {
    const at = locate(document, correction, index);
    if (!isMatched(traced)) reportUnmatched(document, at, traced);
    else if (paths.length > 1 && hasNoEffect(traced)) {
      const message = noEffectMessage(changeKeysOf(correction));
      document.complain(at, { message, atKey: true });
    }
  }
}

/** Tests whether the path leads to a schema, or the change has added a property there. */
function isMatched({ trace: { found, effects } }: TracedPath): boolean {
  return found || effects.size > 0;
}

function hasNoEffect({ trace }: TracedPath): boolean {
  return trace.effects.size === 0;
}

function reportUnmatched(document: YamlDocument, at: Path, { path, trace }: TracedPath): void {
  const text = formatPropertyPath(path);
  const [crossed] = trace.crossed;
  if (crossed !== undefined) {
    const message = `The path is \`${text}\`, which ${crossed} describes; expected a correction of that component.`;
    document.complain(at, { message });
  } else if (path.length === 0) {
    const message = `The target is unused in payloads; expected one that a payload contains. ${IF_OBSOLETE}`;
    document.complain(at, { message });
  } else {
    const message = `The path is \`${text}\`; expected a described property. ${IF_OBSOLETE}`;
    document.complain(at, { message, suggestion: nearestPath(path, trace) });
  }
}

/** The path with its last step replaced by the nearest property. */
function nearestPath(path: readonly Step[], { known }: Trace): string | undefined {
  const last = path.at(-1);
  if (last === undefined || typeof last === "string") return undefined;
  const property = nearestKey(last.property, [...known]);
  return property && formatPropertyPath([...path.slice(0, -1), { property }]);
}

/** The place of a path in the YAML, where `property` may be one value or a list. */
function locate(document: YamlDocument, correction: Correction, index: number): Path {
  const at = [...correction.path, "property"];
  const value = at.reduce(childAt, document.value);
  if (value === undefined) return correction.path;
  return Array.isArray(value) ? [...at, index] : at;
}

function childAt(value: unknown, key: string | number): unknown {
  return Array.isArray(value) ? (value as readonly unknown[])[Number(key)] : valueAt(value, key);
}

// ---- Keys of a change

/** Complains about the keys that do nothing on any path, unless each path has a complaint of its own. */
function checkKeys(
  document: YamlDocument,
  correction: Correction,
  paths: readonly TracedPath[],
): void {
  const matched = paths.filter(isMatched);
  const areAllReported = paths.length > 1 && matched.every(hasNoEffect);
  if (matched.length === 0 || areAllReported) return;
  reportUselessKeys(
    document,
    correction,
    matched.map(({ trace }) => trace),
  );
}

/** Complains about each key of a change that has no effect anywhere. */
function reportUselessKeys(
  document: YamlDocument,
  changed: Correction | KeywordRule,
  traces: readonly Trace[],
): void {
  const useless = changeKeysOf(changed).filter((key) =>
    traces.every(({ effects }) => !effects.has(key)),
  );
  for (const key of useless) {
    document.complain([...changed.path, key], { message: noEffectMessage([key]), atKey: true });
  }
}

function changeKeysOf({ change }: Correction | KeywordRule): readonly ChangeKey[] {
  return CHANGE_KEYS.filter((key) => change[key] !== undefined);
}

function noEffectMessage(keys: readonly string[]): string {
  return `The change ${alternatives(keys, "and")} is without effect; expected one that the schema needs. ${IF_OBSOLETE}`;
}
