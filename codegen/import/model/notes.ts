import { count } from "../../model/messages.js";

/** Collects the omissions and decisions of an import, so that nothing is lost silently. */
export interface Notes {
  /** Notes a loss: something that the YAML formats cannot express. */
  lose(what: string, location: string, part?: Part): void;
  /** Counts a keyword that every import ignores. */
  skip(what: string): void;
  /** Notes a decision that users should know. */
  tell(what: string, location: string): void;
}

/** Subjects of losses, the most important first. */
export type Part = (typeof PARTS)[number];

const PARTS = ["route", "webhook", "detail"] as const;

export interface NoteList extends Notes {
  /**
   * Lists one line for each kind of note: losses, the most important first; decisions; one line with
   * the numbers of ignored keywords.
   * @param isWhole Lists every location, and each ignored keyword on a line of its own.
   */
  list(isWhole?: boolean): readonly string[];
  /** Describes the numbers of losses; `undefined` if there are none. */
  summarize(): string | undefined;
  /** A copy, to which other notes can be added. */
  copy(): NoteList;
}

/** Limit of locations in a line; the rest are counted. */
const NAMED_LOCATIONS = 3;

interface Loss {
  readonly what: string;
  readonly part: Part;
  readonly locations: string[];
}

interface NoteState {
  readonly lost: ReadonlyMap<string, Loss>;
  readonly told: ReadonlyMap<string, readonly string[]>;
  readonly skipped: ReadonlyMap<string, number>;
}

const NO_NOTES: NoteState = { lost: new Map(), told: new Map(), skipped: new Map() };

export function createNotes(earlier = NO_NOTES): NoteList {
  const lost = new Map(
    [...earlier.lost].map(([what, loss]) => [what, { ...loss, locations: [...loss.locations] }]),
  );
  const told = new Map([...earlier.told].map(([what, locations]) => [what, [...locations]]));
  const skipped = new Map(earlier.skipped);
  const losses = (part: Part): readonly Loss[] =>
    [...lost.values()].filter((loss) => loss.part === part);
  return {
    copy: () => createNotes({ lost, told, skipped }),
    lose: (what, location, part = "detail") => {
      const loss = lost.get(what);
      if (loss) loss.locations.push(location);
      else lost.set(what, { what, part, locations: [location] });
    },
    tell: (what, location) => append(told, what, location),
    skip: (what) => skipped.set(what, (skipped.get(what) ?? 0) + 1),
    list: (isWhole = false) => [
      ...PARTS.flatMap(losses).map(
        ({ what, locations }) => `Not imported: ${what}: ${listLocations(locations, isWhole)}.`,
      ),
      ...[...told].map(([what, locations]) => `${what}: ${listLocations(locations, isWhole)}.`),
      ...(isWhole
        ? [...skipped].sort(byText).map(([what, number]) => `Ignored: ${what} (${number}).`)
        : countIgnored(skipped)),
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

/** Kinds of ignored keywords, by a pattern of their names. The last one matches any name. */
const IGNORED_KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["vendor extensions", /^(?:the section )?`x-/],
  ["schemas that nothing refers to", /^shared schemas/],
  ["texts, examples and the like", /^/],
];

/** Counts ignored keywords on one line, because the client does not depend on them. */
function countIgnored(skipped: ReadonlyMap<string, number>): readonly string[] {
  const counts = new Map<string, number>();
  for (const [what, times] of skipped) {
    const [kind = ""] = IGNORED_KINDS.find(([, pattern]) => pattern.test(what)) ?? [];
    counts.set(kind, (counts.get(kind) ?? 0) + times);
  }
  if (counts.size === 0) return [];
  const list = [...counts].sort(([, one], [, other]) => other - one);
  const text = list.map(([kind, number]) => `${kind} (${number})`).join("; ");
  return [`Ignored: ${text}. --verbose lists them.`];
}

function append(locations: Map<string, string[]>, what: string, location: string): void {
  const list = locations.get(what);
  if (list) list.push(location);
  else locations.set(what, [location]);
}

function byText([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** Lists each location once, and counts all occurrences if some locations are repeated. */
function listLocations(locations: readonly string[], isWhole: boolean): string {
  const distinct = [...new Set(locations)];
  const most = isWhole ? distinct.length : NAMED_LOCATIONS;
  const named = distinct.slice(0, most).join(", ");
  const rest = distinct.length - most;
  const times = locations.length > distinct.length ? ` (${locations.length} times)` : "";
  return (rest > 0 ? `${named} and ${rest} more` : named) + times;
}

/** Extensions with rules for retries, which `vendor.yaml` cannot express. */
const RETRY_EXTENSIONS: ReadonlySet<string> = new Set(["x-speakeasy-retries", "x-fern-retries"]);

/** Notes the retry rules of an operation or of the whole description. Returns `false` for any other keyword. */
export function noteRetries(keyword: string, location: string, notes: Notes): boolean {
  if (!RETRY_EXTENSIONS.has(keyword)) return false;
  notes.lose(
    `\`${keyword}\`: the client retries by its own rules and the option \`retry\``,
    location,
  );
  return true;
}
