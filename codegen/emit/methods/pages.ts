/** The module with the rules of pages, which functions of lists import. */
import type { EmitContext } from "../context/context.js";
import { groupLists, PAGE_STYLES } from "../plans/pages.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofRuntime } from "../print/module.js";
import { printValue } from "../print/print.js";

const CALLS = ofRuntime("calls");

/** Emits a constant for each rule of pages; nothing without lists, or if `runtime` is `false`. */
export function emitPages(context: EmitContext): readonly ModuleDraft[] {
  const { vendor, routes } = context.model;
  const { runtime } = vendor;
  const groups = groupLists(context);
  if (runtime === false || groups.length === 0) return [];
  const blocks = groups.map(({ name, rule }) => {
    const style = code`${rule.style}: ${PAGE_STYLES[rule.style]}`;
    return code`${exported("const", name)}: ${CALLS.type("ListCode")} =
  /* @__PURE__ */ ${CALLS.value("pagedBy")}({ rule: ${printValue(rule)}, styles: { ${style} } });`;
  });
  const text = code`/** The rules of pagination, for the lists that follow them. */\n${joinCode(blocks, "\n\n")}`;
  return [{ path: "pages.ts", sources: filesOf(vendor, ...routes), module: { blocks: [text] } }];
}
