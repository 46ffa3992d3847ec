/** The pages of a site about routes, each with a call, the request as curl, and a response. */
import { classOf } from "../emit/calls/error-classes.js";
import type { EmitContext } from "../emit/context/context.js";
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
import {
  type JsonSchema,
  onlyStreams,
  type Response,
  type Route,
  type SchemaModel,
} from "../model/model.js";
import { printCurl, type SampleRequest } from "./curl.js";
import { sampleJson } from "./json-sample.js";
import {
  baseUrlOf,
  type CallSample,
  hasData,
  listCallSamples,
  printInstance,
} from "./call-samples.js";
import { type BindBuilder, type BuildRequest, createCatalog } from "./request-builder.js";
import {
  type PrintedResponse,
  type PrintedSection,
  printRouteIndex,
  printRoutePage,
  type SampledReply,
} from "./route-templates.js";

/** In characters of data. A longer page opens slowly on a phone. */
const MAX_SITE_PAGE = 30_000;

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
  /** The same routes before types were shared, for samples of bodies. */
  readonly #unsharedRoutes: ReadonlyMap<string, Route>;
  readonly #settings: SampleSettings;
  readonly #build: BuildRequest;

  constructor({ context, described, bindBuilder }: RouteSources) {
    this.#context = context;
    this.#samples = new Map(listCallSamples(context).map((sample) => [sample.route, sample]));
    this.#routes = byKey(context.model.routes);
    this.#unsharedRoutes = byKey(described.routes);
    this.#settings = { resolve: createResolver(described), baseUrl: baseUrlOf(context) };
    this.#build = bindBuilder(createCatalog(context));
  }

  async print({ sections }: Page): Promise<readonly PrintedSection[]> {
    const texts = sections.map(({ name }) => this.#samples.get(name)?.code ?? "");
    const formatted = await formatBlocks(texts, this.#context.memo);
    return Promise.all(
      sections.map((section, index) => this.#printSection(section, formatted[index] ?? "")),
    );
  }

  async #printSection(section: Section, sample: string): Promise<PrintedSection> {
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
      reply: sampleReply(this.#unsharedRoutes.get(name), this.#settings),
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

function toRow({ status, body, contentType, description }: ResponseRow): PrintedResponse {
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

/** Samples what a route sends back; `undefined` if a sample would show nothing. */
function sampleReply(route: Route | undefined, settings: SampleSettings): SampledReply | undefined {
  const reply = route && findReply(route);
  if (reply?.schema === undefined) return undefined;
  const { text, isCut } = sampleJson(reply.schema, settings);
  if (text === "null" || text === "{}") return undefined;
  return { title: isCut ? `${reply.title} (shortened)` : reply.title, text };
}

/** Finds an item of a stream, or the first success that is JSON. */
function findReply(route: Route): Reply | undefined {
  const { stream, responses } = route;
  if (stream && onlyStreams(route)) return { title: "An item", schema: stream.item.schema };
  const response = responses.find(
    (each) => hasData(each) && kindOf(each.contentType ?? "application/json") === "json",
  );
  return response && { title: `Response ${response.status}`, schema: response.schema };
}

interface Reply {
  readonly title: string;
  readonly schema: JsonSchema | undefined;
}

/** A service of which pages of routes are made. */
export interface RouteSources {
  readonly context: EmitContext;
  /** The model before types were shared, for samples of bodies. */
  readonly described: SchemaModel;
  readonly bindBuilder: BindBuilder;
}
