/** The Markdown of the pages about routes, and the data that it shows. */
import { toCode } from "../emit/print/escape.js";
import { compileTemplate } from "../emit/print/template.js";
import type { Page, Section } from "../emit/reference/split-pages.js";
import { toInlineProse, toProse } from "./prose.js";

const ROUTE_INDEX = `{{head}}

The samples call methods of {{code instance}}.

| Group | Routes | About |
| --- | --- | --- |
{{#each pages}}
| [{{text title}}](./{{name}}/) | {{sections.length}} | {{inline description}} |
{{/each}}`;

/** A list is read on a phone, too; a table of as many columns is not. The blank lines let texts be Markdown. */
const PARAMETERS = `{{#*inline "parameterList"}}
{{#if rows.length}}
<ul class="payload">
{{#each rows}}
<li><code>{{html name}}</code> <span class="type">{{html type}}</span> <span class="optional">{{in}}{{#unless isRequired}}, optional{{/unless}}</span>

{{inline description}}

</li>
{{/each}}
</ul>

{{/if}}
{{/inline}}`;

/**
 * Numbers of weight are those of Pagefind: a search for a method or a route finds this section first. A dotted name is one
 * word there, so it stands without the instance, too.
 */
const ROUTE_PAGE = `${PARAMETERS}
{{#if description}}{{prose description}}

{{/if}}
{{#each sections}}
- [{{text heading}}](#route-{{id}}) {{plain name}}
{{/each}}

{{#each sections}}
<a id="route-{{id}}"></a>

## {{text heading}}

<p class="route"><code data-pagefind-weight="10">{{html name}}</code> <code data-pagefind-weight="10">{{html call}}</code></p>

{{#if data.deprecated}}**Deprecated.**

{{/if}}{{#if data.description}}{{prose data.description}}

{{/if}}{{#if data.docs}}[Documentation of the service]({{data.docs}})

{{/if}}
{{#if sample}}
\`\`\`ts title="TypeScript"
{{sample}}
\`\`\`

{{/if}}
{{#if curl}}
\`\`\`sh title="curl" frame="code"
{{curl}}
\`\`\`

{{/if}}
{{#with data}}
{{#if server}}The server of this route is {{code server}}.

{{/if}}
{{#if needsBaseUrl}}The server of this route is not known; calls give it in {{code "baseUrl"}}.

{{/if}}
{{#if parameters.length}}**Parameters**

{{/if}}
{{> parameterList rows=parameters}}
{{#each bodies}}
{{text title}} {{code contentTypes}}{{text note}}

{{> parameterList}}
{{/each}}
{{#if stream}}
{{text stream}}

{{/if}}
{{#if accept}}
The header {{code "accept"}} is {{code accept}}.

{{/if}}
{{/with}}
{{#if successes.length}}
| Response | Type | Description |
| --- | --- | --- |
{{#each successes}}
| {{code status}} | {{type}} | {{inline description}} |
{{/each}}

{{/if}}
{{#if reply}}
\`\`\`json title="{{reply.title}}"
{{reply.text}}
\`\`\`

{{/if}}
{{#if errors.length}}
| Error | Class | Type of \`data\` | Description |
| --- | --- | --- | --- |
{{#each errors}}
| {{code status}} | {{code class}} | {{type}} | {{inline description}} |
{{/each}}

{{/if}}
{{/each}}`;

const HELPERS = { prose: toProse, inline: toInlineProse, html: escapeHtml, plain: toCode };

export const printRouteIndex: (index: RouteIndex) => string = compileTemplate(ROUTE_INDEX, HELPERS);

export const printRoutePage: (page: RoutePage) => string = compileTemplate(ROUTE_PAGE, HELPERS);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"{}*_`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

// ---- Data of the templates

interface RouteIndex {
  /** Markdown above the table. */
  readonly head: string;
  /** The variable whose methods the samples call. */
  readonly instance: string;
  readonly pages: readonly (Page & { readonly description: string })[];
}

interface RoutePage {
  /** Empty without one. */
  readonly description: string;
  readonly sections: readonly PrintedSection[];
}

/**
 * A route on its page. Parameters, bodies and the like are in its `data`, as the reference describes them. Texts that
 * are absent are empty.
 */
export interface PrintedSection extends Section {
  readonly heading: string;
  /** The call of its method, such as `acme.chats.list`. */
  readonly call: string;
  /** A call in TypeScript. */
  readonly sample: string;
  /** The same call as a command line. */
  readonly curl: string;
  readonly successes: readonly PrintedResponse[];
  readonly errors: readonly (PrintedResponse & { readonly class: string })[];
  readonly reply: SampledReply | undefined;
}

export interface PrintedResponse {
  readonly status: string;
  /** Markdown. */
  readonly type: string;
  readonly description: string;
}

/** A body that a route sends back, as JSON. */
export interface SampledReply {
  readonly title: string;
  readonly text: string;
}
