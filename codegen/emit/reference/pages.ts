import { toModuleNames } from "../../model/names.js";

/** A route or an event, as the reference describes it. */
export interface Section {
  /** The page that it belongs to where there are several. */
  readonly group: string;
  /** Words that divide a group further, the first ones first. */
  readonly topics: readonly string[];
  /** The name of its link, unique among all sections. */
  readonly id: string;
  /** What its heading and the index say. */
  readonly name: string;
  readonly summary: string;
  /** What its template shows. */
  readonly data: object;
}

/** Sections that stand on one page. */
export interface Page {
  readonly title: string;
  /** The file, without extension. */
  readonly name: string;
  readonly sections: readonly Section[];
}

/** In characters of data, of which the text has about as many. Code hosts do not show larger pages. */
const MAX_PAGE_LENGTH = 300_000;

/** Divides sections by group where one page would be too large; a large group further by its topics. */
export function divide(sections: readonly Section[]): readonly Page[] {
  const groups = [...groupBy(sections, ({ group }) => group)].sort(byKey);
  const parts = groups.flatMap(([group, own]) => {
    const prefix = groups.length > 1 ? `${group} ` : "";
    return isLarge(own) ? divideGroup(group, prefix, own) : [{ title: group, sections: own }];
  });
  const names = toModuleNames(parts.map(({ title }) => title.replaceAll(" ", "-")));
  return parts.map((part, index) => ({ ...part, name: names[index] ?? part.title }));
}

export function isLarge(sections: readonly Section[]): boolean {
  return measure(sections) > MAX_PAGE_LENGTH;
}

type Part = Omit<Page, "name">;

function divideGroup(group: string, prefix: string, sections: readonly Section[]): readonly Part[] {
  const depth = countCommonTopics(sections.map(({ topics }) => topics));
  const topics = [...groupBy(sections, (section) => section.topics[depth] ?? "")].sort(byKey);
  return topics.flatMap(([topic, own]) => {
    const title = topic === "" ? group : `${prefix}${topic}`;
    const pieces = cut(own);
    return pieces.map((piece, index) => ({
      title: pieces.length > 1 ? `${title} ${index + 1}` : title,
      sections: piece,
    }));
  });
}

/** How many topics all lists begin with; a list that is one of these begins with all of itself. */
function countCommonTopics(lists: readonly (readonly string[])[]): number {
  const [first = []] = lists;
  const end = first.findIndex((topic, index) => lists.some((list) => list[index] !== topic));
  return end === -1 ? first.length : end;
}

/** Cuts a list into pieces that are small enough. */
function cut(sections: readonly Section[]): readonly (readonly Section[])[] {
  const pieces: Section[][] = [];
  let size = Infinity;
  for (const section of sections) {
    const own = measure([section]);
    if (size + own > MAX_PAGE_LENGTH) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(section);
    size += own;
  }
  return pieces;
}

type Keyed = readonly [key: string, sections: readonly Section[]];

/** By code points, so that the order is the same everywhere. */
function byKey([one]: Keyed, [other]: Keyed): number {
  return one < other ? -1 : 1;
}

function measure(sections: readonly Section[]): number {
  return sections.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
}

function groupBy(
  sections: readonly Section[],
  keyOf: (section: Section) => string,
): readonly Keyed[] {
  const groups = new Map<string, Section[]>();
  for (const section of sections) {
    const key = keyOf(section);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [section]);
    else own.push(section);
  }
  return [...groups];
}
