/** `results.ts`: the data that a request of each route resolves to, and the items of lists, under names of their own. */
import { listRouteLists, refOfItems, successesOf } from "../../json-schema/route-lists.js";
import { onlyStreams, type Route } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, type References } from "../names/references.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, joinUnion } from "../print/module.js";
import type { Code } from "../print/types.js";
import { LISTS, listDataTypes, STREAMS } from "./response-types.js";

/** Emits a line for each type, without blank ones between them, since there are thousands. */
export function emitResults(context: EmitContext): ModuleDraft {
  const { model, resolve, names } = context;
  const references = createReferences(context);
  const lists = listRouteLists(context).filter((list) => refOfItems(list, resolve) === undefined);
  const results = model.routes.map((route) => {
    const name = nameOf(names.results, route.key);
    // By its own name: a compiler need not look it up among all routes.
    const type = onlyStreams(route)
      ? code`${STREAMS}[${quote(route)}]`
      : printData(route, context, references);
    return code`${exported("type", name)} = ${type};`;
  });
  const items = lists.map(({ route }) => {
    const name = nameOf(names.items, route.key);
    return code`${exported("type", name)} = ${LISTS}[${quote(route)}];`;
  });
  return {
    path: "results.ts",
    sources: filesOf(...model.routes),
    module: {
      blocks: [final(joinCode(results, "\n")), final(joinCode(items, "\n"))],
    },
  };
}

/** Prints what the data of a route's successes can be. */
function printData(route: Route, context: EmitContext, references: References): Code {
  const types = successesOf(route).flatMap((response) => listDataTypes(route, response, context));
  if (types.length === 0 || types.includes("unknown")) return code`unknown`;
  return joinUnion(types.map((type) => references.nameOf(type)));
}

function quote({ key }: Route): string {
  return JSON.stringify(key);
}
