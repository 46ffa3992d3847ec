import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { joinBlocks, printType, type TypeText } from "../print.js";
import { nameOf } from "../type-names.js";
import type { ResponseSchema } from "./route-schemas.js";
import { printComponentImports, printComponents } from "./shared.js";

/** Emits the bodies of responses. Only `endpoints.ts` imports the file: it is by far the largest. */
export function emitResponses(context: EmitContext): FileDraft {
  const { model, components } = context;
  const body = joinBlocks([
    printComponentImports("responses", context),
    ...printResponses(context),
    ...printComponents("responses", context),
  ]);
  const sources = [...filesOf(...model.routes), ...filesOf(...components.responses)];
  return { path: "responses.ts", sources: [...new Set(sources)], body: body || "export {};" };
}

/** A body that equals an earlier one becomes an alias of it. */
function printResponses({ responses, types }: EmitContext): readonly string[] {
  const names = new Map<string, string>();
  return responses.map((response) => {
    const type = nameOf(types, response.name);
    const earlier = names.get(type.text);
    if (type.kind === "alias") return printResponse(response, type);
    if (earlier !== undefined) return printResponse(response, { kind: "alias", text: earlier });
    names.set(type.text, response.name);
    return printResponse(response, type);
  });
}

function printResponse({ name, route, response }: ResponseSchema, type: TypeText): string {
  const title = `Body of a ${response.status} response to \`${route.key}\``;
  const text =
    response.description === undefined ? `${title}.` : `${title}: ${response.description}`;
  return printType({ name, type, doc: { text } });
}
