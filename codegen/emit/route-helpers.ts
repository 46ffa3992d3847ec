import type { EmitContext } from "./context.js";
import { toDocComment } from "./doc.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import type { ParameterSchema } from "./parameter-schemas.js";
import { joinBlocks, printTypeImport } from "./print-types.js";
import { nameOf } from "./type-names.js";

/** Emits one function for each route, so small that a bundler keeps only those in use. */
export function emitRouteHelpers(context: EmitContext): FileDraft {
  const { model, parameters } = context;
  const body = joinBlocks([
    printTypeImport([...parameters.map(({ name }) => name), "Routes"], "./routes.js"),
    types,
    ...parameters.map((parameter) => printFunction(parameter, context)),
  ]);
  return { path: "route-helpers.ts", sources: filesOf(...model.routes), body };
}

const types = `/** Every route: \`<METHOD> <url>\`, as documented. */
export type Route = keyof Routes;

/** The parameters of a route. */
export type RouteParameters<Name extends Route> = NonNullable<Routes[Name][0]>;`;

function printFunction(parameter: ParameterSchema, { names }: EmitContext): string {
  const { name, route, isCallableBare } = parameter;
  const { key, summary, deprecated, source } = route;
  const text = `Arguments of \`endpoint\` for \`${key}\`${summary === undefined ? "." : `: ${summary}`}`;
  const functionName = nameOf(names.functions, key);
  const literal = JSON.stringify(key);
  const definition = isCallableBare
    ? `(...parameters: [parameters?: ${name}]) => [${literal}, ...parameters] as const;`
    : `(parameters: ${name}) => [${literal}, parameters] as const;`;
  return `${toDocComment({ text, deprecated, source })}\nexport const ${functionName} = ${definition}`;
}
