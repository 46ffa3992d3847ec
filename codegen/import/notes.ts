import { count } from "../messages.js";

/** Collects what an import omits or decides, so that nothing is lost silently. */
export interface Notes {
  /** Reports something that the YAML formats cannot express. */
  lose(what: string, location: string, part?: Part): void;
  /** Counts something that every import ignores. */
  skip(what: string): void;
  /** Reports a decision that users should know. */
  tell(what: string, location: string): void;
}

/** What a loss concerns, the most important first. */
export type Part = (typeof PARTS)[number];

const PARTS = ["route", "webhook", "detail"] as const;

export interface NoteList extends Notes {
  /** One line per kind of note: losses, the important first; then decisions; then what is ignored. */
  list(): readonly string[];
  /** The losses as numbers; `undefined` if there are none. */
  summarize(): string | undefined;
}

/** A line names this many locations and counts the rest. */
const NAMED_LOCATIONS = 3;

interface Loss {
  readonly what: string;
  readonly part: Part;
  readonly locations: string[];
}

export function createNotes(): NoteList {
  const lost = new Map<string, Loss>();
  const told = new Map<string, string[]>();
  const skipped = new Map<string, number>();
  const losses = (part: Part): readonly Loss[] =>
    [...lost.values()].filter((loss) => loss.part === part);
  return {
    lose: (what, location, part = "detail") => {
      const loss = lost.get(what);
      if (loss) loss.locations.push(location);
      else lost.set(what, { what, part, locations: [location] });
    },
    tell: (what, location) => append(told, what, location),
    skip: (what) => skipped.set(what, (skipped.get(what) ?? 0) + 1),
    list: () => [
      ...PARTS.flatMap(losses).map(
        ({ what, locations }) => `Not imported: ${what}: ${listLocations(locations)}.`,
      ),
      ...[...told].map(([what, locations]) => `${what}: ${listLocations(locations)}.`),
      ...[...skipped].sort(byText).map(([what, count]) => `Ignored: ${what} (${count}).`),
    ],
    summarize: () => {
      const counts = PARTS.map((part) => countLosses(losses(part), part)).filter(
        (text) => text !== "",
      );
      if (counts.length === 0) return undefined;
      const kinds = lost.size === 1 ? "1 kind" : `${lost.size} kinds`;
      return `Left out: ${counts.join(", ")} (${kinds}).`;
    },
  };
}

function countLosses(losses: readonly Loss[], part: Part): string {
  const number = losses.reduce((sum, { locations }) => sum + locations.length, 0);
  return number === 0 ? "" : count(number, part);
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
