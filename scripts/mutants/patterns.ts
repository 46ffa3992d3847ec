/** Finds small faults of a regular expression, the kind that is easily made by hand. */

/**
 * Lists the faults of a literal: without an anchor, an alternative or a flag. Those of `/^a|b/g` are
 * `/a|b/g`, `/b/g`, `/^a/g` and `/^a|b/`.
 */
export function findPatternFaults(literal: string): readonly PatternFault[] {
  const patternEnd = literal.lastIndexOf("/");
  const pattern = literal.slice(1, patternEnd);
  const flags = literal.slice(patternEnd + 1);
  const withoutPart = findPatternParts(pattern).flatMap(({ start, end, part }) => {
    const shortened = pattern.slice(0, start) + pattern.slice(end);
    if (shortened === "") return []; // `//` is a comment
    const operator = `${part} removed from the pattern`;
    return [{ operator, replacement: `/${shortened}/${flags}` }];
  });
  const withoutFlag = Array.from(flags, (flag) => ({
    operator: `flag \`${flag}\` dropped`,
    replacement: `/${pattern}/${flags.replace(flag, "")}`,
  }));
  return [...withoutPart, ...withoutFlag];
}

/** Finds anchors and alternatives, the parts of a pattern that are most often forgotten. */
function findPatternParts(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  /** Positions at which the alternatives of each open group begin. */
  const openGroups: number[][] = [[0]];
  for (const { 0: token, index } of pattern.matchAll(PATTERN_TOKENS)) {
    if (token === "^" || token === "$")
      parts.push({ start: index, end: index + 1, part: `\`${token}\`` });
    else if (token.startsWith("(")) openGroups.push([index + token.length]);
    else if (token === "|") openGroups.at(-1)?.push(index + 1);
    else if (token === ")") parts.push(...toAlternatives(pattern, openGroups.pop() ?? [], index));
  }
  return [...parts, ...toAlternatives(pattern, openGroups.pop() ?? [], pattern.length)];
}

/** Escapes and sets of characters, which are passed over; starts of groups; and signs with a meaning. */
const PATTERN_TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[\w$]+>|<?[=!]|:))?|[)|^$]/gs;

/**
 * The alternatives of a group, each with the `|` behind it, and the last one with the `|` before it.
 * @param starts Positions at which the alternatives begin.
 * @param groupEnd Position at which the last one ends.
 */
function toAlternatives(
  pattern: string,
  starts: readonly number[],
  groupEnd: number,
): readonly PatternPart[] {
  if (starts.length < 2) return [];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    if (next === undefined)
      return { start: start - 1, end: groupEnd, part: `\`${pattern.slice(start, groupEnd)}\`` };
    return { start, end: next, part: `\`${pattern.slice(start, next - 1)}\`` };
  });
}

// ---- Types

export interface PatternFault {
  readonly operator: string;
  /** The literal with the fault. */
  readonly replacement: string;
}

/** A part of a pattern, from `start` to `end`, and how the report names it. */
interface PatternPart {
  readonly start: number;
  readonly end: number;
  readonly part: string;
}
