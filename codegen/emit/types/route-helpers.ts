/** `route-helpers.ts`: a function for each route, which returns the arguments of `endpoint`, and the list of all routes. */
import type { Route } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, local, ofModule } from "../print/module.js";
import { toDocComment } from "../print/print.js";
import type { Code } from "../print/types.js";
import { printRouteText } from "./route-text.js";

/** Emits one function per route, so that a bundler can drop the unused ones; each on a line, without blank ones. */
export function emitRouteHelpers(context: EmitContext): ModuleDraft {
  const { model, parameters, names } = context;
  const helpers = parameters.map(({ route }) =>
    printRouteHelper(route, nameOf(names.functions, route.key)),
  );
  const blocks = [
    ROUTE_TYPES,
    printRouteList(model.routes),
    helpers.length === 0 ? code`` : BIND_ROUTE,
    joinCode(helpers, "\n"),
  ];
  return {
    path: "route-helpers.ts",
    sources: filesOf(...model.routes),
    module: { exports: [[ofModule("./routes.js").all("type")]], blocks: blocks.map(final) },
  };
}

const ROUTES = ofModule("./routes.js").type("Routes");

const ROUTE_TYPES = code`/** All routes: \`<METHOD> <url>\`, as documented. */
${exported("type", "Route")} = keyof ${ROUTES};

/** The parameters of a route. */
${exported("type", "RouteParameters")}<Name extends Route> = NonNullable<Routes[Name][0]>;`;

const BIND_ROUTE = code`/** Creates the function of a route. Of its arguments, only the first one counts: \`map\` passes others. */
${local("const", "bindRoute")} =
  <Name extends Route>(route: Name) =>
  (...parameters: Routes[Name]): readonly [Name, ...Routes[Name]] => [
    route,
    ...(parameters.slice(0, 1) as Routes[Name]), // a part of it
  ];`;

function printRouteList(routes: readonly Route[]): Code {
  const keys = routes.map(({ key }) => `  ${JSON.stringify(key)},`);
  return code`/** All routes, to be looked up while a program runs. */
${exported("const", "routes")}: readonly Route[] = [
${keys.join("\n")}
];`;
}

/** Prints the function of a route. Its comment has what the route itself does not tell. */
function printRouteHelper(route: Route, name: string): Code {
  const { key, summary, docs, deprecated } = route;
  const text =
    summary === undefined ? "" : printRouteText(`Arguments of \`endpoint\` for \`${key}\``, route);
  const comment = toDocComment({ text, docs, deprecated });
  return code`${comment === "" ? "" : `${comment}\n`}${exported("const", name)} = /* @__PURE__ */ bindRoute(${JSON.stringify(key)});`;
}
