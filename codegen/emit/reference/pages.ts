/**
 * Prints a reference, such as that of all routes: on one page if it is short, else on a page for each topic, with an
 * index of them.
 */
import { groupBy } from "../../model/group-by.js";
import { remember } from "../../model/memo.js";
import { toModuleNames } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { compileTemplate } from "../print/escape.js";
import type { FileDraft } from "../print/file.js";

/** A part of the reference. */
export interface Reference {
  /** The file, and the folder of its pages: `routes`. */
  readonly name: string;
  /** `Routes of Acme`. */
  readonly title: string;
  /** Markdown above all sections. */
  readonly head: string;
  /** The noun for a section: `Route`. */
  readonly noun: string;
  readonly sections: readonly Section[];
  /** The template of a section below its heading. */
  readonly template: string;
  readonly sources: readonly string[];
}

/** The list of sections with their links; `prefix` is the page that they are on, if it is another. */
const LIST = `{{#*inline "list"}}
| {{noun}} | Summary |
| --- | --- |
{{#each sections}}
| [{{code name}}]({{../prefix}}#{{id}}) | {{text summary}} |
{{/each}}
{{/inline}}`;

/** Sets the ids of headings, because code hosts and editors derive them differently. */
const SECTIONS = `{{#each sections}}
<a id="{{id}}"></a>

## {{code name}}

{{#with data}}{{> section}}{{/with}}

{{/each}}`;

/** A reference on one page. */
const WHOLE = `${LIST}
# {{text title}}

{{head}}

{{> list}}

${SECTIONS}`;

/** The index of a reference on several pages. */
const INDEX = `${LIST}
# {{text title}}

{{head}}

| Page | {{noun}}s |
| --- | --- |
{{#each pages}}
| [{{text title}}]({{file}}) | {{sections.length}} |
{{/each}}

{{#each pages}}
## {{text title}}

{{> list noun=../noun prefix=file}}

{{/each}}`;

/** One of several pages. */
const PART = `${LIST}
# {{text title}}: {{text page}}

[All {{count}}](../{{name}}.md)

{{> list}}

${SECTIONS}`;

/** Emits a reference: one page, or an index and several pages if one would be too large. */
export function emitReference(reference: Reference, context: EmitContext): readonly FileDraft[] {
  const { name, sections, sources, template } = reference;
  const { title, head, noun } = reference;
  const section = `{{#*inline "section"}}\n${template}\n{{/inline}}`;
  const create = (kind: string, page: string) =>
    createPagePrinter(`${name} ${kind}`, section + page, context);
  const path = `reference/${name}.md`;
  const shared = { name, title, head, noun, prefix: "" };
  if (!exceedsPage(sections)) {
    return [{ path, sources, body: create("page", WHOLE)({ ...shared, sections }) }];
  }
  const pages = splitPages(sections).map((page) => ({ ...page, file: `${name}/${page.name}.md` }));
  const printPart = create("part", PART);
  return [
    {
      path,
      sources,
      body: create("index", INDEX)({ ...shared, pages: pages.map(withoutData) }),
    },
    ...pages.map((page) => {
      const data = { ...shared, page: page.title, count: `${sections.length} ${name}` };
      const body = printPart({ ...data, sections: page.sections });
      return { path: `reference/${page.file}`, sources, body };
    }),
  ];
}

/** A page without the data of its sections, which an index does not show. */
function withoutData(page: Page): object {
  return {
    ...page,
    sections: page.sections.map(({ id, name, summary }) => ({ id, name, summary })),
  };
}

/** Creates a printer with the memo. A template is compiled when it first prints something new. */
function createPagePrinter(
  kind: string,
  template: string,
  { memo }: EmitContext,
): (data: object) => string {
  const print = compileTemplate(template);
  return (data) => remember(memo, kind, JSON.stringify(data), () => print(data));
}

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

/** A page of a site, in Markdown. */
export interface SitePage {
  /** Path without extension: `routes/issues`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly description: string;
  /** Markdown below the title. */
  readonly body: string;
}

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
      ? divideGroup(group, prefix, ofGroup, maxLength)
      : [{ title: group, sections: ofGroup }];
  });
  // In lowercase, because the addresses of a site are.
  const names = toModuleNames(parts.map(({ title }) => title.toLowerCase().replaceAll(" ", "-")));
  return parts.map((part, index) => ({ ...part, name: names[index] ?? part.title }));
}

export function exceedsPage(sections: readonly Section[], maxLength = MAX_PAGE_LENGTH): boolean {
  return measure(sections) > maxLength;
}

type UnnamedPage = Omit<Page, "name">;

function divideGroup(
  group: string,
  prefix: string,
  sections: readonly Section[],
  maxLength: number,
): readonly UnnamedPage[] {
  const depth = countCommonTopics(sections.map(({ topics }) => topics));
  const topics = [...groupBy(sections, (section) => section.topics[depth] ?? "")].sort(byKey);
  return topics.flatMap(([topic, ofTopic]) => {
    const title = topic === "" ? group : `${prefix}${topic}`;
    const pieces = cut(ofTopic, maxLength);
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
function cut(sections: readonly Section[], maxLength: number): readonly (readonly Section[])[] {
  const pieces: Section[][] = [];
  let size = Infinity;
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

type Keyed = readonly [key: string, sections: readonly Section[]];

/** By code points, so that the order is the same everywhere. */
function byKey([one]: Keyed, [other]: Keyed): number {
  return one < other ? -1 : 1;
}

function measure(sections: readonly Section[]): number {
  return sections.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
}
