/** Collects what an import omits or decides, so that nothing is lost silently. */
export interface Notes {
  /** Reports something that the YAML formats cannot express. */
  lose(what: string, location: string): void;
  /** Counts something that every import ignores. */
  skip(what: string): void;
  /** Reports a decision that users should know. */
  tell(what: string, location: string): void;
}

export interface NoteList extends Notes {
  /** One line per kind of note. Losses come last. */
  list(): readonly string[];
}

/** A line names this many locations and counts the rest. */
const NAMED_LOCATIONS = 3;

export function createNotes(): NoteList {
  const lost = new Map<string, string[]>();
  const told = new Map<string, string[]>();
  const skipped = new Map<string, number>();
  return {
    lose: (what, location) => append(lost, what, location),
    tell: (what, location) => append(told, what, location),
    skip: (what) => skipped.set(what, (skipped.get(what) ?? 0) + 1),
    list: () => [
      ...[...skipped].sort(byText).map(([what, count]) => `Ignored: ${what} (${count}).`),
      ...[...told].map(([what, locations]) => `${what}: ${listLocations(locations)}.`),
      ...[...lost].map(
        ([what, locations]) => `Not imported: ${what}: ${listLocations(locations)}.`,
      ),
    ],
  };
}

function append(locations: Map<string, string[]>, what: string, location: string): void {
  const list = locations.get(what);
  if (list) list.push(location);
  else locations.set(what, [location]);
}

function byText([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** Lists each location once, with the number of occurrences if some are repeated. */
function listLocations(locations: readonly string[]): string {
  const distinct = [...new Set(locations)];
  const named = distinct.slice(0, NAMED_LOCATIONS).join(", ");
  const rest = distinct.length - NAMED_LOCATIONS;
  const count = locations.length > distinct.length ? ` (${locations.length} times)` : "";
  return (rest > 0 ? `${named} and ${rest} more` : named) + count;
}
