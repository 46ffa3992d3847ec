import type { EmitContext } from "../context.js";
import { compileTemplate } from "../escape.js";
import type { FileDraft } from "../file.js";
import { divide, isLarge, type Page, type Section } from "./pages.js";

/** What a part of the reference consists of. */
export interface Reference {
  /** The file, and the folder of its pages: `routes`. */
  readonly name: string;
  /** `Routes of Acme`. */
  readonly title: string;
  /** What stands above all sections, in Markdown. */
  readonly head: string;
  /** What a section is: `Route`. */
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

/** Headings have ids of their own: how a heading becomes one differs between code hosts and editors. */
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

/** Emits a reference: one page, or an index and pages where one would be too large. */
export function emitReference(reference: Reference, context: EmitContext): readonly FileDraft[] {
  const { name, sections, sources, template } = reference;
  const { title, head, noun } = reference;
  const section = `{{#*inline "section"}}\n${template}\n{{/inline}}`;
  const print = (kind: string, page: string, data: object): string =>
    render(`${name} ${kind}`, section + page, data, context);
  const path = `reference/${name}.md`;
  const shared = { name, title, head, noun, prefix: "" };
  if (!isLarge(sections)) {
    return [{ path, sources, body: print("page", WHOLE, { ...shared, sections }) }];
  }
  const pages = divide(sections).map((page) => ({ ...page, file: `${name}/${page.name}.md` }));
  return [
    { path, sources, body: print("index", INDEX, { ...shared, pages: pages.map(withoutData) }) },
    ...pages.map((page) => {
      const data = { ...shared, page: page.title, count: `${sections.length} ${name}` };
      const body = print("part", PART, { ...data, sections: page.sections });
      return { path: `reference/${page.file}`, sources, body };
    }),
  ];
}

/** What an index shows of a page. */
function withoutData(page: Page): object {
  return {
    ...page,
    sections: page.sections.map(({ id, name, summary }) => ({ id, name, summary })),
  };
}

/** Templates by their text. */
const compiled = new Map<string, (data: object) => string>();

function render(kind: string, template: string, data: object, { memo }: EmitContext): string {
  const input = JSON.stringify(data);
  const known = memo.recall(kind, input);
  if (known !== undefined) return known;
  const print = compiled.get(template) ?? compileTemplate(template);
  compiled.set(template, print);
  const page = print(data);
  memo.keep(kind, input, page);
  return page;
}
