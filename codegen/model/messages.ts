/** `1 route`, `2 routes` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Quotes an argument for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The most similar candidate, if at most a third of its letters differ or the word is its beginning.
 * Case and separators are ignored.
 */
export function nearestKey(word: string, candidates: readonly string[]): string | undefined {
  const wanted = fold(word);
  let nearest: string | undefined;
  let best = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate), best);
    if (distance < best && candidate !== word) [nearest, best] = [candidate, distance];
  }
  return nearest ?? longerKey(wanted, candidates);
}

/** A candidate that begins with the word, as `integer` begins with `int`. */
function longerKey(wanted: string, candidates: readonly string[]): string | undefined {
  if (wanted.length < 3) return undefined;
  return candidates.find((candidate) => fold(candidate).startsWith(wanted));
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "_");
}

/**
 * The number of letters that are inserted, deleted, replaced or swapped with their neighbour
 * (optimal string alignment), up to `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + cost,
          swapped ? at(beforePrevious, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

/** Quotes a value in a message, on one line. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a map";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 56)} …"` : text;
}

/** Lists words: `a`, `b` or `c`. Long lists are cut. */
export function alternatives(words: readonly string[], conjunction = "or"): string {
  const quoted = words.map((word) => `\`${word}\``);
  const rest = quoted.splice(MAX_ALTERNATIVES);
  const last = rest.length > 0 ? `one of ${rest.length} more` : (quoted.pop() ?? "nothing");
  return quoted.length === 0 ? last : `${quoted.join(", ")} ${conjunction} ${last}`;
}

const MAX_ALTERNATIVES = 12;
