/** Splits the sections of a reference into pages: by group, by topics, and at last by length. */
import { groupBy } from "../../model/group-by.js";
import { toModuleNames } from "../../model/file-names.js";

/** In characters of data; the text is about as long. Code hosts do not show larger pages. */
const MAX_PAGE_LENGTH = 300_000;

/** Splits sections by group, and a group that is larger than a page by its topics. */
export function splitPages(
  sections: readonly Section[],
  maxLength = MAX_PAGE_LENGTH,
): readonly Page[] {
  const groups = [...groupBy(sections, ({ group }) => group)].sort(byKey);
  const parts = groups.flatMap(([group, ofGroup]) => {
    const prefix = groups.length > 1 ? `${group} ` : "";
    return exceedsPage(ofGroup, maxLength)
      ? splitGroup(group, prefix, ofGroup, maxLength)
      : [{ title: group, sections: ofGroup }];
  });
  // In lowercase, because the addresses of a site are.
  const names = toModuleNames(parts.map(({ title }) => title.toLowerCase().replaceAll(" ", "-")));
  return parts.map((part, index) => ({ ...part, name: names[index] ?? part.title }));
}

/** Tells whether sections are too many for one page. */
export function exceedsPage(sections: readonly Section[], maxLength = MAX_PAGE_LENGTH): boolean {
  return measure(sections) > maxLength;
}

/** Splits a group by the first topic in which its sections differ. */
function splitGroup(
  group: string,
  prefix: string,
  sections: readonly Section[],
  maxLength: number,
): readonly UnnamedPage[] {
  const depth = countCommonTopics(sections.map(({ topics }) => topics));
  const topics = [...groupBy(sections, (section) => section.topics[depth] ?? "")].sort(byKey);
  return topics.flatMap(([topic, ofTopic]) => {
    const title = topic === "" ? group : `${prefix}${topic}`;
    const pieces = splitByLength(ofTopic, maxLength);
    return pieces.map((piece, index) => ({
      title: pieces.length > 1 ? `${title} ${index + 1}` : title,
      sections: piece,
    }));
  });
}

/** The number of topics that all lists begin with. */
function countCommonTopics(lists: readonly (readonly string[])[]): number {
  const [first = []] = lists;
  const end = first.findIndex((topic, index) => lists.some((list) => list[index] !== topic));
  return end === -1 ? first.length : end;
}

/** Cuts a list into pieces that are small enough. */
function splitByLength(
  sections: readonly Section[],
  maxLength: number,
): readonly (readonly Section[])[] {
  const pieces: Section[][] = [];
  let size = Infinity; // so that the first section begins a piece
  for (const section of sections) {
    const length = measure([section]);
    if (size + length > maxLength) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)?.push(section);
    size += length;
  }
  return pieces;
}

/** By code points, so that the order is the same everywhere. */
function byKey([one]: Keyed, [other]: Keyed): number {
  return one < other ? -1 : 1;
}

/** The characters of the data of sections. */
function measure(sections: readonly Section[]): number {
  return sections.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
}

// ---- Types

/** A route or an event, as the reference describes it. */
export interface Section {
  /** The page that it is on, if there are several. */
  readonly group: string;
  /** Words that split a group further, the most general first. */
  readonly topics: readonly string[];
  /** The name of its link, unique among all sections. */
  readonly id: string;
  /** The text of its heading and of its line in the index. */
  readonly name: string;
  readonly summary: string;
  /** Data for its template. */
  readonly data: object;
}

/** Sections of one page. */
export interface Page {
  readonly title: string;
  /** The file, without extension. */
  readonly name: string;
  readonly sections: readonly Section[];
}

type UnnamedPage = Omit<Page, "name">;

/** Sections with the group or the topic that they share. */
type Keyed = readonly [key: string, sections: readonly Section[]];
