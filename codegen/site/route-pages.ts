import type { EmitContext } from "../emit/context/context.js";
import { listResources, type Method, readResources } from "../emit/resources/resources.js";
import { printSampleArguments } from "../emit/samples/request-sample.js";
import { compileTemplate } from "../emit/print/escape.js";
import { formatBlocks, tidyMarkdown } from "../emit/print/file.js";
import { divide, type Page, type Section, type SitePage } from "../emit/reference/pages.js";
import { readRouteReference } from "../emit/reference/route-reference.js";
import type { Memo } from "../model/memo.js";
import type { Response } from "../model/model.js";
import { toCamelCase } from "../model/names.js";

/** A call of a method, as the pages show it. */
export interface CallSample {
  /** `GET /orgs/{org}/repos` */
  readonly route: string;
  /** The dotted name of the method, without the instance. */
  readonly call: string;
  readonly code: string;
}

const ROUTE_INDEX = `{{head}}

The samples call methods of {{code instance}}.

| Resource | Routes |
| --- | --- |
{{#each pages}}
| [{{text title}}](./{{name}}/) | {{sections.length}} |
{{/each}}`;

const ROUTE_PAGE = `| Route | Summary |
| --- | --- |
{{#each sections}}
| [{{code name}}](#route-{{id}}) | {{text summary}} |
{{/each}}

{{#each sections}}
<a id="route-{{id}}"></a>

## {{text heading}}

{{code name}}

{{#if sample}}
\`\`\`ts
{{sample}}
\`\`\`

{{/if}}
{{#with data}}{{> section}}{{/with}}

{{/each}}`;

/** In characters of data. A longer page opens slowly on a phone. */
const MAX_SITE_PAGE = 40_000;

const printRouteIndex = compileTemplate(ROUTE_INDEX);

/** Describes all routes: an index, and a page for each resource or part of a large one. */
export async function describeRoutes(context: EmitContext): Promise<readonly SitePage[]> {
  const { head, template, sections } = readRouteReference(context);
  const print = compileTemplate(`{{#*inline "section"}}\n${template}\n{{/inline}}${ROUTE_PAGE}`);
  const pages = divide(sections, MAX_SITE_PAGE);
  const samples = new Map(listCallSamples(context).map((sample) => [sample.route, sample]));
  const { title } = context.model.vendor;
  const index = {
    path: "routes/index",
    title: "Routes",
    description: `All routes of ${title}, by resource.`,
    body: tidyMarkdown(printRouteIndex({ head, pages, instance: printInstance(context) })),
  };
  const printed: SitePage[] = [];
  for (const page of pages) {
    const withSamples = await addSamples(page, samples, context.memo);
    printed.push({
      path: `routes/${page.name}`,
      title: page.title,
      description: `Routes of ${title}: ${page.title}.`,
      body: tidyMarkdown(print({ sections: withSamples })),
    });
  }
  return [index, ...printed];
}

async function addSamples(
  { sections }: Page,
  samples: ReadonlyMap<string, CallSample>,
  memo: Memo,
): Promise<readonly object[]> {
  const texts = sections.map(({ name }) => samples.get(name)?.code ?? "");
  const formatted = await formatBlocks(texts, memo);
  return sections.map((section, index) => ({
    ...section,
    data: { ...section.data, summary: "" }, // the heading has it
    heading: toHeading(section, samples.get(section.name)),
    sample: formatted[index] ?? "",
  }));
}

/** A summary reads better than a route in a list of contents; it often ends with a full stop. */
function toHeading({ name, summary }: Section, sample: CallSample | undefined): string {
  return summary === "" ? (sample?.call ?? name) : summary.replace(/\.$/, "");
}

/** Lists a call of each method under its present name. */
export function listCallSamples(context: EmitContext): readonly CallSample[] {
  const { vendor } = context.model;
  const instance = toCamelCase(vendor.sdk.name);
  const settings = { resolve: context.resolve, baseUrl: vendor.baseUrl ?? "https://example.com" };
  return listResources(readResources(context)).flatMap(({ path, methods }) =>
    methods
      .filter(({ isFormer }) => !isFormer)
      .map((method) => {
        const call = path === "" ? method.name : `${path}.${method.name}`;
        const sampleArguments = printSampleArguments(method, settings);
        return {
          route: method.route.key,
          call,
          code: printCall(method, `${instance}.${call}(${sampleArguments})`),
        };
      }),
  );
}

function printInstance({ model: { vendor } }: EmitContext): string {
  return `const ${toCamelCase(vendor.sdk.name)} = new ${vendor.sdk.name}();`;
}

function printCall({ item, route: { stream, responses } }: Method, call: string): string {
  const isStream = stream !== undefined && stream.when === undefined;
  if (isStream || item !== undefined) return `for await (const item of ${call}) console.log(item);`;
  return responses.some(hasData) ? `const data = await ${call};` : `await ${call};`;
}

function hasData({ status, schema }: Response): boolean {
  return /^(?:2\d\d|2XX|default)$/i.test(status) && schema !== undefined;
}
