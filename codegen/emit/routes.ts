import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { toTypeKey } from "../names.js";
import { printComponentImports, printComponents } from "./component-types.js";
import type { EmitContext } from "./context.js";
import { toDocText } from "./doc.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import type { ParameterSchema } from "./parameter-schemas.js";
import { joinBlocks, printType } from "./print-types.js";
import { printInterfaces } from "./statements.js";
import type { InterfaceStructure } from "./statements.js";
import { nameOf } from "./type-names.js";

/** Emits the parameters of every route, and the map from route to arguments. */
export function emitRoutes(context: EmitContext): FileDraft {
  const { model, parameters, components } = context;
  const body = joinBlocks([
    printComponentImports("routes", context),
    requestParameters,
    ...parameters.map((parameter) => printParameters(parameter, context)),
    printInterfaces([routeMap(parameters)], context.memo),
    ...printComponents("routes", context),
  ]);
  const sources = [...filesOf(...model.routes), ...filesOf(...components.routes)];
  return { path: "routes.ts", sources: [...new Set(sources)], body };
}

/** The same for every vendor: what the runtime takes beside the parameters of a route. */
const requestParameters = `/** Header names and values. \`undefined\` removes a default; names are lowercased. */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

export interface MediaTypeOptions {
  /** Media-type parameter such as \`raw\`, \`diff\` or \`text+json\`; amends \`accept\`. */
  readonly format?: string | undefined;
}

/** What any call takes beside the parameters of its route. */
export interface RequestParameters {
  /** Replaces the default address; one slash joins it to the route's path. */
  readonly baseUrl?: string | undefined;
  readonly headers?: HeadersInput | undefined;
  readonly mediaType?: MediaTypeOptions | undefined;
  /** For the HTTP client; returned as it is. */
  readonly request?: object | undefined;
}

/** What a call takes beside the parameters of a route whose method has a body. */
export interface BodyRequestParameters extends RequestParameters {
  /** The body as it is, in place of one made of the remaining parameters. */
  readonly data?: unknown;
}`;

function printParameters({ name, route }: ParameterSchema, { types }: EmitContext): string {
  const { summary, key, deprecated, source } = route;
  const text = `Parameters of \`${key}\`${summary === undefined ? "." : `: ${summary}`}`;
  const doc = { text, deprecated, source };
  const base = route.method === "GET" ? "RequestParameters" : "BodyRequestParameters";
  return printType({ name, type: nameOf(types, name), doc, bases: [base] });
}

function routeMap(parameters: readonly ParameterSchema[]): InterfaceStructure {
  return {
    name: "Routes",
    isExported: true,
    docs: ["From every route to the arguments that follow it in a call."],
    properties: parameters.map(routeProperty),
  };
}

function routeProperty({
  name,
  route,
  isCallableBare,
}: ParameterSchema): OptionalKind<PropertySignatureStructure> {
  const { key, summary: text, deprecated, source } = route;
  return {
    name: toTypeKey(key),
    type: isCallableBare ? `[parameters?: ${name}]` : `[parameters: ${name}]`,
    docs: [`\n${toDocText({ text, deprecated, source })}`],
  };
}
