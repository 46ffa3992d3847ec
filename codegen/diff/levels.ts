/** The levels of changes, and the next version of a package with a change of a level. */

/** As semantic versioning names them, the least first. */
export const LEVELS = ["none", "patch", "minor", "major"] as const;

export type Level = (typeof LEVELS)[number];

/** Tells whether a level is at least as high as another one. */
export function isAtLeast(level: Level, least: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(least);
}

/**
 * The next version; `undefined` without a change, and for a text that is no version. Before 1.0.0, a change that breaks
 * programs raises the second number, and any other the third: so `^0.2.0` excludes the former and includes the latter.
 */
export function nextVersion(version: string, level: Level): string | undefined {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  if (numbers.length === 0 || level === "none") return undefined;
  if (level === "major") return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  if (level === "minor" && major > 0) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}
