import type { Pagination, PaginationRule } from "../../client-model.js";
import { toValueKey } from "../../names.js";
import type { EmitContext } from "../context.js";
import { toDocComment } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";
import { listRouteLists, type RouteList } from "../pagination.js";

/** Emits the catalog of the client: what it knows of the vendor beside the requests of routes. */
export function emitClientCatalog(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const { auth, rateLimit, idempotency, requestId } = vendor.sending;
  const servers = routes.flatMap(({ server }) => (server ? [new URL(server).origin] : []));
  const entries = Object.entries({
    ...(auth.length > 0 && { auth }),
    ...(servers.length > 0 && { servers: [...new Set(servers)] }),
    ...groupLists(listRouteLists(context)),
    ...{ rateLimit, idempotency, requestId },
  }).filter(([, value]) => value !== undefined);
  const lines = entries.map(([key, value]) => `${key}: ${printValue(value)},`);
  const text = "The API for the client: credentials, pagination, limits and names of headers.";
  const body = `${toDocComment({ text, source: vendor.source })}
export const clientCatalog = {
${lines.join("\n")}
} as const;`;
  return { path: "client-catalog.ts", sources: filesOf(vendor, ...routes), body };
}

/** The pagination that most routes have stands once; the others name theirs. */
function groupLists(lists: readonly RouteList[]): object {
  const groups = new Map<string, RouteList[]>();
  for (const list of lists) {
    const key = JSON.stringify(toData(list.pagination));
    groups.set(key, [...(groups.get(key) ?? []), list]);
  }
  const [most = [], ...others] = [...groups.values()].sort((one, two) => two.length - one.length);
  const [usual] = most;
  if (usual === undefined) return {};
  const paginationOf = others.flatMap((group) =>
    group.map(({ route, pagination, items }): [string, object] => [
      route.key,
      { ...toData(pagination), ...(items !== "" && { items }) },
    ]),
  );
  return {
    pagination: { ...toData(usual.pagination), ...itemsOf(most) },
    ...(paginationOf.length > 0 && { paginationOf: Object.fromEntries(paginationOf) }),
  };
}

/** Where the items of a group are: the runtime tries one path after the other. */
function itemsOf(lists: readonly RouteList[]): { readonly items?: string | readonly string[] } {
  const paths = [...new Set(lists.map(({ items }) => items))].filter((path) => path !== "").sort();
  const [first] = paths;
  return first === undefined ? {} : { items: paths.length === 1 ? first : paths };
}

/** A rule without its name and its routes. */
function toData(rule: Pagination | PaginationRule): Pagination {
  const { name: _name, query: _query, ...data } = { name: "", query: [], ...rule };
  return data;
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return `{ ${entries.map(([key, child]) => `${toValueKey(key)}: ${printValue(child)}`).join(", ")} }`;
}
