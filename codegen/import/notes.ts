/** Collects what an import leaves out or decides, so that nothing is dropped in silence. */
export interface Notes {
  /** What the formats have no words for, with the location that loses it. */
  lose(what: string, location: string): void;
  /** What is left out everywhere, by rule; counted only. */
  skip(what: string): void;
  /** A decision that the reader of the result should know of. */
  tell(what: string, location: string): void;
}

export interface NoteList extends Notes {
  /** One line for each kind, those that lose something last. */
  list(): readonly string[];
}

/** How many locations a line names before it only counts them. */
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

/** Each location once, with how often it occurs when that is more than once. */
function listLocations(locations: readonly string[]): string {
  const distinct = [...new Set(locations)];
  const named = distinct.slice(0, NAMED_LOCATIONS).join(", ");
  const rest = distinct.length - NAMED_LOCATIONS;
  const count = locations.length > distinct.length ? ` (${locations.length} times)` : "";
  return (rest > 0 ? `${named} and ${rest} more` : named) + count;
}
