import type { Component } from "../../model/model.js";
import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { pathOf, specifierOf, TYPE_FILES, type TypeFile } from "../layout.js";
import { joinBlocks, joinLines, printType, printTypeImport } from "../print.js";
import { nameOf } from "../type-names.js";

/** Emits the types that two or more of payloads, parameters and responses share, if there are any. */
export function emitShared(context: EmitContext): readonly FileDraft[] {
  const files: readonly TypeFile[] = ["payloadsShared", "shared"];
  return files.flatMap((file) => {
    const components = context.components[file];
    if (components.length === 0) return [];
    const imports = printComponentImports(file, context);
    const body = joinBlocks([imports, ...printComponents(file, context)]);
    return [{ path: pathOf(file, context.model.vendor), sources: filesOf(...components), body }];
  });
}

/** The declarations of the components that stand in a file. */
export function printComponents(file: TypeFile, context: EmitContext): readonly string[] {
  return context.components[file].map((component) => printComponent(component, context));
}

/** The imports of the components that a file uses and another one declares. */
export function printComponentImports(file: TypeFile, { model, imports }: EmitContext): string {
  const lines = TYPE_FILES.map((source) =>
    printTypeImport(imports[file][source], specifierOf(source, model.vendor, file)),
  );
  return joinLines(lines);
}

function printComponent({ ref, schema }: Component, context: EmitContext): string {
  const name = nameOf(context.names.components, ref);
  const description = typeof schema === "object" ? schema["description"] : undefined;
  const text = typeof description === "string" ? description : undefined;
  const deprecated = typeof schema === "object" && schema["deprecated"] === true;
  return printType({ name, type: nameOf(context.types, name), doc: { text, deprecated } });
}
