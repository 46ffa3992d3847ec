/** The module that all generated validators import. It does not depend on the schema. */
export const FINDINGS_MODULE = `/** One difference between a payload and its schema. */
export interface Finding {
  /** The value, as a JSON pointer (RFC 6901). */
  path: string;
  /** The violated rule: \`type\`, \`enum\`, \`required\`, \`anyOf\` or \`never\`. */
  readonly keyword: string;
  /** The allowed types or values; empty if the rule lists none. */
  readonly expected: string;
}

export type Findings = Finding[] | null;

/** Returns \`null\` if the payload is valid. */
export type Validator = (payload: unknown) => Findings;

/** Imports the validators of an event, by \`<event>\` or \`<event>.<action>\`. */
export type ValidatorLoader = () => Promise<{ readonly validators: ReadonlyMap<string, Validator> }>;

/** Limits the list: a hostile payload could cause any number of findings. */
const most = 100;

export function fail(findings: Findings, path: string, keyword: string, expected: string): Findings {
  if (findings === null) return [{ path, keyword, expected }];
  if (findings.length < most) findings.push({ path, keyword, expected });
  return findings;
}

/** Adds the findings inside the value at \`path\`. */
export function nest(findings: Findings, found: Finding[], path: string): Finding[] {
  for (const finding of found) finding.path = path + finding.path;
  if (findings === null) return found;
  for (const finding of found) if (findings.length < most) findings.push(finding);
  return findings;
}

/** Returns the findings of the alternative with the fewest; the first one if several are equal. */
export function nearest(...alternatives: Finding[][]): Finding[] {
  return alternatives.reduce((one, other) => (other.length < one.length ? other : one));
}

export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
`;
