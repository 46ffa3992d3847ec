import type { Component } from "../model.js";
import { typeFiles } from "./context.js";
import type { EmitContext, TypeFile } from "./context.js";
import { specifierOf } from "./layout.js";
import { joinLines, printType, printTypeImport } from "./print-types.js";
import { nameOf } from "./type-names.js";

/** The declarations of the components that stand in a file. */
export function printComponents(file: TypeFile, context: EmitContext): readonly string[] {
  return context.components[file].map((component) => printComponent(component, context));
}

/** The imports of the components that a file uses and another one declares. */
export function printComponentImports(file: TypeFile, { model, imports }: EmitContext): string {
  const lines = typeFiles.map((home) =>
    printTypeImport(imports[file][home], specifierOf(home, model.vendor, file)),
  );
  return joinLines(lines);
}

function printComponent({ ref, schema, source }: Component, context: EmitContext): string {
  const name = nameOf(context.names.components, ref);
  const description = typeof schema === "object" ? schema["description"] : undefined;
  const text = typeof description === "string" ? description : undefined;
  const deprecated = typeof schema === "object" && schema["deprecated"] === true;
  return printType({ name, type: nameOf(context.types, name), doc: { text, deprecated, source } });
}
