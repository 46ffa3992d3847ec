/** The modules that declare the types of schemas: payloads, responses, and what several of these share. */
import { descriptionOf } from "../../json-schema/keywords.js";
import { emitterEntries } from "../../model/entries.js";
import type { Component, Event } from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import type { ResponseSchema } from "../calls/responses.js";
import type { EmitContext } from "../context/context.js";
import { pathOfModule, type TypeFile } from "../names/files.js";
import { importsOf } from "../names/references.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { printType } from "../print/declarations.js";
import { withImports } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code, TypeDeclaration } from "../print/types.js";

/** Emits the types that several of payloads, parameters and responses share, if there are any. */
export function emitShared(context: EmitContext): readonly ModuleDraft[] {
  const files: readonly TypeFile[] = ["payloadsShared", "shared"];
  return files.flatMap((file) => {
    const components = context.components[file];
    if (components.length === 0) return [];
    return [draftOf(file, filesOf(...components), declareComponents(file, context), context)];
  });
}

/** Emits the type of every payload, then the types that payloads share. */
export function emitPayloads(context: EmitContext): ModuleDraft {
  const { model, payloads, components } = context;
  const hasPayloads = payloads.some(({ entry }) => entry.payload !== undefined);
  const sources = [
    ...filesOf(...model.events),
    ...(hasPayloads ? ["payloads/*.yaml"] : []),
    ...filesOf(...components.payloads),
  ];
  const blocks = [
    ...model.events.flatMap((event) => declareEventPayloads(event, context)),
    ...declareComponents("payloads", context),
  ];
  return draftOf("payloads", sources, blocks, context);
}

function declareEventPayloads(event: Event, context: EmitContext): readonly Code[] {
  const entries = emitterEntries(event);
  const nameOfPayload = (name: string): string => nameOf(context.names.events, name).payload;
  const union = printUnion(entries.slice(1).map(({ name }) => nameOfPayload(name)));
  return entries.map(({ name: entryName, action, description }) => {
    const name = nameOfPayload(entryName);
    const isUnion = action === undefined && event.actions.length > 0;
    const title = `Payload of \`${entryName}\`${isUnion ? " with any of its actions" : ""}.`;
    const doc = { text: description === undefined ? title : `${title} ${description}` };
    return context.types.has(name)
      ? declareType({ name, doc }, "payloads", context)
      : printType({ name, type: { kind: "alias", text: union }, doc });
  });
}

/** Emits the bodies of responses, by far the largest file of types. */
export function emitResponses(context: EmitContext): ModuleDraft {
  const { model, components, responses } = context;
  const sources = [...filesOf(...model.routes), ...filesOf(...components.responses)];
  const blocks = [
    ...responses.map((response) => declareResponse(response, context)),
    ...declareComponents("responses", context),
  ];
  return draftOf("responses", sources, blocks, context);
}

/** The comment says the route and its description. The status is in the name. */
function declareResponse({ name, route, response }: ResponseSchema, context: EmitContext): Code {
  const title = `\`${route.key}\``;
  const text = response.description === undefined ? title : `${title}: ${response.description}`;
  return declareType({ name, doc: { text } }, "responses", context);
}

function draftOf(
  file: TypeFile,
  sources: readonly string[],
  blocks: readonly Code[],
  { model: { vendor } }: EmitContext,
): ModuleDraft {
  return { path: pathOfModule(file, vendor), sources: [...new Set(sources)], module: { blocks } };
}

// ---- Declarations

/** The declarations of the components that a file declares. */
export function declareComponents(file: TypeFile, context: EmitContext): readonly Code[] {
  return context.components[file].map(({ ref, schema }: Component) => {
    const deprecated = typeof schema === "object" && schema["deprecated"] === true;
    const doc = { text: descriptionOf(schema), deprecated };
    return declareType({ name: nameOf(context.names.components, ref), doc }, file, context);
  });
}

/** The declaration of a compiled type, with the imports of the types in it. */
export function declareType(
  declaration: Omit<TypeDeclaration, "type">,
  file: TypeFile,
  context: EmitContext,
): Code {
  const type = nameOf(context.types, declaration.name);
  const printed = printType({ ...declaration, type });
  return withImports(printed, importsOf(type.names, context, file));
}
