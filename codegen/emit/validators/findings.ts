/** The body of the module that every generated validator calls: the same for every schema. */
export const FINDINGS_MODULE = `/** One place of a payload that is not as the schema has it. */
export interface Finding {
  /** A JSON pointer (RFC 6901). */
  path: string;
  /** What it breaks: \`type\`, \`enum\`, \`required\`, \`anyOf\` or \`never\`. */
  readonly keyword: string;
  /** The types or values that there may be, where there is a list of them. */
  readonly expected: string;
}

export type Findings = Finding[] | null;

/** Returns nothing when the payload is valid. */
export type Validator = (payload: unknown) => Findings;

/** Imports the validators of an event by name, \`<event>.<action>\` where it has actions. */
export type ValidatorLoader = () => Promise<{ readonly validators: ReadonlyMap<string, Validator> }>;

/** More would tell no more, and a hostile payload decides how many there are. */
const most = 100;

export function fail(findings: Findings, path: string, keyword: string, expected: string): Findings {
  if (findings === null) return [{ path, keyword, expected }];
  if (findings.length < most) findings.push({ path, keyword, expected });
  return findings;
}

/** Adds what was found inside a part at \`path\`. */
export function nest(findings: Findings, found: Finding[], path: string): Finding[] {
  for (const finding of found) finding.path = path + finding.path;
  if (findings === null) return found;
  for (const finding of found) if (findings.length < most) findings.push(finding);
  return findings;
}

/** Of what was found in alternatives: the shortest list, and the first of these. */
export function nearest(...alternatives: Finding[][]): Finding[] {
  return alternatives.reduce((one, other) => (other.length < one.length ? other : one));
}

export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
`;
