/** Collects what an import leaves out or decides, so that nothing is dropped in silence. */
export interface Notes {
  /** What the formats have no words for, with the place that loses it. */
  lose(what: string, place: string): void;
  /** What is left out everywhere, by rule; counted only. */
  skip(what: string): void;
  /** A decision that the reader of the result should know of. */
  tell(what: string, place: string): void;
}

export interface NoteList extends Notes {
  /** One line for each kind, those that lose something last. */
  list(): readonly string[];
}

/** How many places a line names before it only counts them. */
const NAMED_PLACES = 3;

export function createNotes(): NoteList {
  const lost = new Map<string, string[]>();
  const told = new Map<string, string[]>();
  const skipped = new Map<string, number>();
  return {
    lose: (what, place) => append(lost, what, place),
    tell: (what, place) => append(told, what, place),
    skip: (what) => skipped.set(what, (skipped.get(what) ?? 0) + 1),
    list: () => [
      ...[...skipped].sort(byText).map(([what, count]) => `Left out by rule: ${what} (${count}).`),
      ...[...told].map(([what, places]) => `${what}: ${listPlaces(places)}.`),
      ...[...lost].map(([what, places]) => `Not carried: ${what}: ${listPlaces(places)}.`),
    ],
  };
}

function append(places: Map<string, string[]>, what: string, place: string): void {
  const list = places.get(what);
  if (list) list.push(place);
  else places.set(what, [place]);
}

function byText([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** Each place once, with how often it occurs when that is more than once. */
function listPlaces(places: readonly string[]): string {
  const distinct = [...new Set(places)];
  const named = distinct.slice(0, NAMED_PLACES).join(", ");
  const rest = distinct.length - NAMED_PLACES;
  const count = places.length > distinct.length ? ` (${places.length} times)` : "";
  return (rest > 0 ? `${named} and ${rest} more` : named) + count;
}
