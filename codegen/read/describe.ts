/** A value as a message quotes it: short, on one line. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a map";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 56)} …"` : text;
}

/** `a`, `b` or `c`; of many, the first. */
export function alternatives(words: readonly string[], conjunction = "or"): string {
  const quoted = words.map((word) => `\`${word}\``);
  const rest = quoted.splice(MOST_ALTERNATIVES);
  const last = rest.length > 0 ? `one of ${rest.length} more` : (quoted.pop() ?? "nothing");
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${conjunction} ${last}`;
}

const MOST_ALTERNATIVES = 12;
