import { printComponents } from "./component-types.js";
import type { EmitContext } from "./context.js";
import { filesOf } from "./file.js";
import type { FileDraft } from "./file.js";
import { joinBlocks } from "./print-types.js";

/** Emits the types that two or more of payloads, parameters and responses share, if there are any. */
export function emitShared(context: EmitContext): readonly FileDraft[] {
  const { shared } = context.components;
  if (shared.length === 0) return [];
  const body = joinBlocks(printComponents("shared", context));
  return [{ path: "shared.ts", sources: filesOf(...shared), body }];
}
