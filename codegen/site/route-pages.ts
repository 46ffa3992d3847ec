/** The pages of a site about routes, each with a call, the request as curl, and a response. */
import { classOf } from "../emit/calls/error-classes.js";
import type { EmitContext } from "../emit/context/context.js";
import { toCode } from "../emit/print/escape.js";
import { compileTemplate } from "../emit/print/template.js";
import { formatBlocks, tidyMarkdown } from "../emit/print/format.js";
import type { SitePage } from "../emit/reference/pages.js";
import { type Page, type Section, splitPages } from "../emit/reference/split-pages.js";
import {
  describeResponses,
  readRouteReference,
  type ResponseRow,
} from "../emit/reference/route-reference.js";
import type { SampleSettings } from "../emit/samples/sample.js";
import { createResolver } from "../json-schema/references.js";
import { kindOf } from "../model/http.js";
import { onlyStreams, type Response, type Route, type SchemaModel } from "../model/model.js";
import { printCurl, type SampleRequest } from "./curl.js";
import { sampleJson } from "./json-sample.js";
import { toInlineProse, toProse } from "./prose.js";
import {
  baseUrlOf,
  type CallSample,
  hasData,
  listCallSamples,
  printInstance,
} from "./call-samples.js";
import { type BindBuilder, type BuildRequest, createCatalog } from "./request-builder.js";

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

/** In characters of data. A longer page opens slowly on a phone. */
const MAX_SITE_PAGE = 30_000;

const HELPERS = { prose: toProse, inline: toInlineProse, html: escapeHtml, plain: toCode };

const printRouteIndex = compileTemplate(ROUTE_INDEX, HELPERS);
const printRoutePage = compileTemplate(ROUTE_PAGE, HELPERS);

/** Describes all routes: an index, and a page for each group or part of a large one. */
export async function describeRoutes(sources: RouteSources): Promise<readonly SitePage[]> {
  const { context } = sources;
  const { head, sections } = readRouteReference(context);
  const pages = splitPages(sections, MAX_SITE_PAGE);
  const printer = new SectionPrinter(sources);
  const { title, tags = [] } = context.model.vendor;
  const describe = (page: Page): string =>
    tags.find((tag) => tag.title === page.title)?.description ?? "";
  const instance = printInstance(context);
  const listed = pages.map((page) => ({ ...page, description: describe(page) }));
  const index = {
    path: "routes/index",
    title: "Routes",
    description: `All routes of ${title}, by group.`,
    body: tidyMarkdown(printRouteIndex({ head, pages: listed, instance })),
  };
  const printed: SitePage[] = [];
  for (const page of pages) {
    const data = { sections: await printer.print(page), description: describe(page) };
    printed.push({
      path: `routes/${page.name}`,
      title: page.title,
      description: `Routes of ${title}: ${page.title}.`,
      body: tidyMarkdown(printRoutePage(data)),
    });
  }
  return [index, ...printed];
}

/** Adds to sections what only a site shows: samples, and responses apart from errors. */
class SectionPrinter {
  readonly #context: EmitContext;
  readonly #samples: ReadonlyMap<string, CallSample>;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #described: ReadonlyMap<string, Route>;
  readonly #settings: SampleSettings;
  readonly #build: BuildRequest;

  constructor({ context, described, bindBuilder }: RouteSources) {
    this.#context = context;
    this.#samples = new Map(listCallSamples(context).map((sample) => [sample.route, sample]));
    this.#routes = byKey(context.model.routes);
    this.#described = byKey(described.routes);
    this.#settings = { resolve: createResolver(described), baseUrl: baseUrlOf(context) };
    this.#build = bindBuilder(createCatalog(context));
  }

  async print({ sections }: Page): Promise<readonly object[]> {
    const texts = sections.map(({ name }) => this.#samples.get(name)?.code ?? "");
    const formatted = await formatBlocks(texts, this.#context.memo);
    return Promise.all(
      sections.map((section, index) => this.#printSection(section, formatted[index] ?? "")),
    );
  }

  async #printSection(section: Section, sample: string): Promise<object> {
    const { name } = section;
    const callSample = this.#samples.get(name);
    const route = this.#routes.get(name);
    const rows = route === undefined ? [] : describeResponses(route, this.#context);
    return {
      ...section,
      heading: toHeading(section, callSample),
      call: callSample?.call ?? "",
      sample,
      curl: callSample === undefined ? "" : await this.#printCurl(callSample),
      successes: rows.filter(isSuccess).map(toRow),
      errors: rows
        .filter((row) => !isSuccess(row))
        .map((row) => ({ ...toRow(row), class: classOf(row.status) })),
      reply: sampleReply(this.#described.get(name), this.#settings),
    };
  }

  /** Empty for a route whose sample the builder refuses, such as one with an empty list in its path. */
  async #printCurl({ route, parameters }: CallSample): Promise<string> {
    let request: SampleRequest;
    try {
      request = this.#build(route, parameters);
    } catch {
      return "";
    }
    return printCurl(request, this.#context.model.vendor);
  }
}

function byKey(routes: readonly Route[]): ReadonlyMap<string, Route> {
  return new Map(routes.map((route) => [route.key, route]));
}

function toRow({ status, body, contentType, description }: ResponseRow): object {
  const type = body === "" ? contentType : body;
  return { status, type, description };
}

function isSuccess({ status }: Pick<Response, "status">): boolean {
  return /^[123]/.test(status);
}

/** A summary reads better than a route in a list of contents; it often ends with a full stop. */
function toHeading({ name, summary }: Section, sample: CallSample | undefined): string {
  return summary === "" ? (sample?.call ?? name) : summary.replace(/\.$/, "");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"{}*_`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Samples what a route sends back: an item of a stream, or the first success that is JSON. */
function sampleReply(route: Route | undefined, settings: SampleSettings): object | undefined {
  if (route === undefined) return undefined;
  const sampled =
    route.stream && onlyStreams(route)
      ? route.stream.item
      : route.responses.find(
          (response) =>
            hasData(response) && kindOf(response.contentType ?? "application/json") === "json",
        );
  if (sampled?.schema === undefined) return undefined;
  const { text, isCut } = sampleJson(sampled.schema, settings);
  if (text === "null" || text === "{}") return undefined;
  const what = sampled === route.stream?.item ? "An item" : `Response ${sampled.status}`;
  return { title: isCut ? `${what} (shortened)` : what, text };
}

/** A service of which pages of routes are made. */
export interface RouteSources {
  readonly context: EmitContext;
  /** The model before types were shared, for samples of bodies. */
  readonly described: SchemaModel;
  readonly bindBuilder: BindBuilder;
}
