import type { Pagination, PaginationRule } from "../../model/client.js";
import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { listRouteLists, type RouteList } from "../../json-schema/route-lists.js";
import { printValue } from "../print.js";

/** Emits the catalog of the client: what it knows of the vendor beside the requests of routes. */
export function emitClientCatalog(context: EmitContext): FileDraft {
  const { vendor, routes } = context.model;
  const { auth, rateLimit, idempotency, requestId } = vendor.sending;
  const servers = routes.flatMap(({ server }) => (server ? [new URL(server).origin] : []));
  const entries = Object.entries({
    ...(auth.length > 0 && { auth: auth.map(({ with: _with, ...scheme }) => scheme) }),
    ...(servers.length > 0 && { servers: [...new Set(servers)] }),
    ...groupLists(listRouteLists(context)),
    rateLimit,
    idempotency,
    requestId,
  }).filter(([, value]) => value !== undefined);
  const lines = entries.map(([key, value]) => `${key}: ${printValue(value)},`);
  const body = `/** The API for the client: credentials, pagination, limits and names of headers. */
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
  const paginationOf = others
    .flat()
    .map(({ route, pagination }) => [route.key, toData(pagination)] as const);
  return {
    pagination: toData(usual.pagination),
    ...(paginationOf.length > 0 && { paginationOf: Object.fromEntries(paginationOf) }),
  };
}

/** A rule without its name and its routes. It names items that are not the only list of a page. */
function toData(rule: Pagination | PaginationRule): Pagination {
  const { name: _name, query: _query, ...data } = { name: "", query: [], ...rule };
  return data;
}
