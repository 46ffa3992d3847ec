/** The pages of a service for a site: its routes with samples, its events with payloads. */
import { createContext } from "../emit/context/context.js";
import type { SitePage } from "../emit/reference/pages.js";
import { reshape } from "../generate.js";
import { formatBlocks } from "../emit/print/format.js";
import { createMemo, type Memo } from "../model/memo.js";
import type { SchemaModel } from "../model/model.js";
import { describeEvents } from "./event-pages.js";
import type { BindBuilder } from "./request-builder.js";
import { type CallSample, listCallSamples } from "./call-samples.js";
import { describeRoutes } from "./route-pages.js";

export type { BindBuilder, BuildRequest } from "./request-builder.js";
export type { CallSample } from "./call-samples.js";
export type { SitePage } from "../emit/reference/pages.js";

/**
 * Describes a service in pages of Markdown. The same model gives the same pages.
 *
 * @param bindBuilder makes the requests that samples of curl show.
 * @example const { pages } = await describeService(readSchema(files), bindBuilder);
 */
export async function describeService(
  schema: SchemaModel,
  bindBuilder: BindBuilder,
  memo: Memo = createMemo(),
): Promise<DescribedService> {
  const { model, described } = reshape(schema);
  const context = await createContext(model, memo);
  const { hasEvents, hasRoutes } = context.model;
  return {
    pages: [
      ...(hasRoutes ? await describeRoutes({ context, described, bindBuilder }) : []),
      ...(hasEvents ? describeEvents(context) : []),
    ].map((page) => ({ ...page, body: asReference(page.body) })),
    samples: hasRoutes ? listCallSamples(context) : [],
  };
}

/**
 * Prints a program for each route, which calls its method.
 * @param head the lines before the call.
 * @returns programs by the keys of their routes.
 */
export async function printPrograms(
  schema: SchemaModel,
  head: string,
): Promise<ReadonlyMap<string, string>> {
  const memo = createMemo();
  const context = await createContext(reshape(schema).model, memo);
  const samples = listCallSamples(context);
  const programs = samples.map(({ code }) => `${head}\n\n${code}`);
  const formatted = await formatBlocks(programs, memo);
  return new Map(samples.map(({ route }, index) => [route, `${formatted[index] ?? ""}\n`]));
}

/**
 * Lets a search show guides before pages that list everything.
 *
 * @example asReference("| Route |"); // → `<div data-pagefind-weight="0.5">…</div>`
 */
export function asReference(body: string): string {
  return `<div data-pagefind-weight="0.5">\n\n${body.trim()}\n\n</div>\n`;
}

/** A service, as a site shows it. */
export interface DescribedService {
  readonly pages: readonly SitePage[];
  /** The samples on the pages of routes. */
  readonly samples: readonly CallSample[];
}
