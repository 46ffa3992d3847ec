/**
 * Prints a reference, such as that of all routes: on one page if it is short, else on a page for each topic, with an
 * index of them.
 */
import { remember } from "../../model/memo.js";
import type { EmitContext } from "../context/context.js";
import { compileTemplate } from "../print/template.js";
import type { FileDraft } from "../print/file.js";
import { exceedsPage, type Page, type Section, splitPages } from "./split-pages.js";

/** Emits a reference: one page, or an index and several pages if one would be too large. */
export function emitReference(reference: Reference, context: EmitContext): readonly FileDraft[] {
  const { name, title, head, noun, sections, sources, template } = reference;
  const section = `{{#*inline "section"}}\n${template}\n{{/inline}}`;
  const createPrinter = (kind: string, page: string) =>
    createPagePrinter(`${name} ${kind}`, section + page, context);
  const path = `reference/${name}.md`;
  const shared = { name, title, head, noun, prefix: "" };
  if (!exceedsPage(sections)) {
    return [{ path, sources, body: createPrinter("page", SINGLE_PAGE)({ ...shared, sections }) }];
  }
  const pages = splitPages(sections).map((page) => ({ ...page, file: `${name}/${page.name}.md` }));
  const printPart = createPrinter("part", PART);
  return [
    {
      path,
      sources,
      body: createPrinter("index", INDEX)({ ...shared, pages: pages.map(withoutData) }),
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

// ---- Templates

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
const SINGLE_PAGE = `${LIST}
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

// ---- Types

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
