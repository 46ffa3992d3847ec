import { printComponentImports, printComponents } from "./component-types.js";
import type { EmitContext, TypeFile } from "./context.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import { pathOf } from "./layout.js";
import { joinBlocks } from "./print-types.js";

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
