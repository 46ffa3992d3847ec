/** `RequestParameters` and `BodyRequestParameters` of `routes.ts`: the options of a call besides its route's parameters. */
import type { OptionalKind, PropertySignatureStructure } from "ts-morph";
import { CALL_OPTIONS, type OptionDeclaration } from "../calls/call-options.js";
import type { EmitContext } from "../context/context.js";
import { printInterfaces } from "../print/declarations.js";
import { code, exported, joinCode, ofModule, withImports } from "../print/module.js";
import type { Code } from "../print/types.js";

/** Options that every call accepts; a vendor with variables in its addresses has more of them. */
export function declareRequestParameters({ model, memo }: EmitContext): Code {
  const bases = model.vendor.variables === undefined ? [] : [SERVER_OPTIONS];
  const interfaces = joinCode(
    printInterfaces(
      [
        {
          name: "RequestParameters",
          docs: ["Options that every call accepts besides the parameters of its route."],
          extends: bases.map(({ name }) => name),
          properties: listCallOptions("RequestParameters"),
        },
        {
          name: "BodyRequestParameters",
          docs: ["Options of a call whose method has a body."],
          extends: ["RequestParameters"],
          properties: listCallOptions("BodyRequestParameters"),
        },
      ],
      memo,
    ),
    "\n\n",
  );
  return code`${HEADERS_AND_MEDIA}\n\n${withImports(interfaces, bases)}`;
}

const SERVER_OPTIONS = ofModule("./constants.js").type("ServerOptions");

function listCallOptions(
  place: OptionDeclaration["place"],
): OptionalKind<PropertySignatureStructure>[] {
  return CALL_OPTIONS.flatMap(({ name, declaration }) => {
    if (declaration?.place !== place) return [];
    const { type, docs = [] } = declaration;
    return [{ name, type, docs: [...docs], hasQuestionToken: true, isReadonly: true }];
  });
}

/** The types of the options `headers` and `mediaType`. */
const HEADERS_AND_MEDIA = code`/** Header names and values. \`undefined\` removes a default; names are lowercased. */
${exported("type", "HeadersInput")} =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | undefined };

${exported("interface", "MediaTypeOptions")} {
  /** A format such as \`raw\`, \`diff\` or \`text+json\`; changes the \`accept\` header. */
  readonly format?: string | undefined;
}`;
