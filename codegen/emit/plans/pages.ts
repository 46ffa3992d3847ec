/** The rules of pagination, for the lists that follow them. */
import { listRouteLists } from "../../json-schema/route-lists.js";
import { groupBy } from "../../model/group-by.js";
import type { Pagination, PaginationRule } from "../../model/client.js";
import type { Route } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { CLIENT } from "../print/module.js";
import type { Imported } from "../print/types.js";

/** The lists by their rules, the most frequent rule first. */
export function groupLists(context: EmitContext): readonly ListGroup[] {
  const lists = listRouteLists(context).map(({ route, pagination }) => ({
    route,
    rule: toPageRule(pagination),
  }));
  return [...groupBy(lists, ({ rule }) => JSON.stringify(rule)).values()]
    .sort((one, other) => other.length - one.length)
    .flatMap((listsOfRule, index) => {
      const [first] = listsOfRule;
      const name = index === 0 ? "pages" : `pages${index + 1}`;
      return first
        ? [{ name, rule: first.rule, routes: listsOfRule.map(({ route }) => route) }]
        : [];
    });
}

/** A rule without its name and its routes. */
function toPageRule(rule: Pagination | PaginationRule): Pagination {
  const { name: _name, query: _query, ...data } = { name: "", query: [], ...rule };
  return data;
}

/** The functions of the runtime that read pages, by style of pagination. */
export const PAGE_STYLES: Readonly<Record<Pagination["style"], Imported>> = {
  link: CLIENT.value("linkPages"),
  cursor: CLIENT.value("cursorPages"),
  offset: CLIENT.value("offsetPages"),
  page: CLIENT.value("numberedPages"),
};

/** Lists that follow the same rule. */
export interface ListGroup {
  /** The name of the rule in the emitted module of pages. */
  readonly name: string;
  readonly rule: Pagination;
  readonly routes: readonly Route[];
}
