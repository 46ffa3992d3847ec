import { descriptionOf } from "../../json-schema/keywords.js";
import type { Component, Event } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { emitterEntries } from "../../model/entries.js";
import { pathOfModule, type TypeFile } from "../names/files.js";
import { printTypeImports } from "../names/references.js";
import type { EmitContext } from "../context/context.js";
import type { ResponseSchema } from "../calls/responses.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, printType, printUnion } from "../print/print.js";

/** Emits the types that several of payloads, parameters and responses share, if there are any. */
export function emitShared(context: EmitContext): readonly FileDraft[] {
  const files: readonly TypeFile[] = ["payloadsShared", "shared"];
  return files.flatMap((file) => {
    const components = context.components[file];
    if (components.length === 0) return [];
    const imports = printComponentImports(file, context);
    const body = joinBlocks([imports, ...printComponents(file, context)]);
    return [
      { path: pathOfModule(file, context.model.vendor), sources: filesOf(...components), body },
    ];
  });
}

/** The declarations of the components that a file declares. */
export function printComponents(file: TypeFile, context: EmitContext): readonly string[] {
  return context.components[file].map((component) => printComponent(component, context));
}

/** Prints the imports of the types that a file uses: those of its components and of `others`. */
export function printComponentImports(
  file: TypeFile,
  context: EmitContext,
  others: readonly string[] = [],
): string {
  const { components, names, types } = context;
  const own = components[file].map(({ ref }) => nameOf(names.components, ref));
  const used = [...own, ...others].flatMap((name) => types.get(name)?.names ?? []);
  return printTypeImports(used, context, file);
}

function printComponent({ ref, schema }: Component, context: EmitContext): string {
  const name = nameOf(context.names.components, ref);
  const deprecated = typeof schema === "object" && schema["deprecated"] === true;
  return printType({
    name,
    type: nameOf(context.types, name),
    doc: { text: descriptionOf(schema), deprecated },
  });
}

/** Emits the type of every payload, then the types that payloads share. */
export function emitPayloads(context: EmitContext): FileDraft {
  const { model, payloads, components } = context;
  const blocks = [
    printComponentImports(
      "payloads",
      context,
      payloads.map(({ name }) => name),
    ),
    ...model.events.flatMap((event) => printEventPayloads(event, context)),
    ...printComponents("payloads", context),
  ];
  const hasPayloads = payloads.some(({ entry }) => entry.payload !== undefined);
  const sources = [
    ...filesOf(...model.events),
    ...(hasPayloads ? ["payloads/*.yaml"] : []),
    ...filesOf(...components.payloads),
  ];
  const path = pathOfModule("payloads", model.vendor);
  return { path, sources: [...new Set(sources)], body: joinBlocks(blocks) || "export {};" };
}

function printEventPayloads(event: Event, { names, types }: EmitContext): readonly string[] {
  const entries = emitterEntries(event);
  const nameOfPayload = (name: string): string => nameOf(names.events, name).payload;
  const union = printUnion(entries.slice(1).map(({ name }) => nameOfPayload(name)));
  return entries.map(({ name: entryName, action, description }) => {
    const name = nameOfPayload(entryName);
    const type = types.get(name) ?? { kind: "alias", text: union };
    const isUnion = action === undefined && event.actions.length > 0;
    const title = `Payload of \`${entryName}\`${isUnion ? " with any of its actions" : ""}.`;
    const text = description === undefined ? title : `${title} ${description}`;
    return printType({ name, type, doc: { text } });
  });
}

/** Emits the bodies of responses, by far the largest file of types. */
export function emitResponses(context: EmitContext): FileDraft {
  const { model, components, responses } = context;
  const body = joinBlocks([
    printComponentImports(
      "responses",
      context,
      responses.map(({ name }) => name),
    ),
    ...responses.map((response) => printResponse(response, context)),
    ...printComponents("responses", context),
  ]);
  const sources = [...filesOf(...model.routes), ...filesOf(...components.responses)];
  return { path: "responses.ts", sources: [...new Set(sources)], body: body || "export {};" };
}

function printResponse({ name, route, response }: ResponseSchema, { types }: EmitContext): string {
  const title = `Body of a ${response.status} response to \`${route.key}\``;
  const text =
    response.description === undefined ? `${title}.` : `${title}: ${response.description}`;
  return printType({ name, type: nameOf(types, name), doc: { text } });
}
