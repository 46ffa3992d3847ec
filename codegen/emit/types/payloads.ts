import type { Event } from "../../model/model.js";
import type { EmitContext } from "../context.js";
import { emitterEntries } from "../emitter-entries.js";
import { type FileDraft, filesOf } from "../file.js";
import { pathOf } from "../layout.js";
import { joinBlocks, printType, printUnion } from "../print.js";
import { nameOf } from "../type-names.js";
import { printComponentImports, printComponents } from "./shared.js";

/** Emits the type of every payload, then the types that payloads share. */
export function emitPayloads(context: EmitContext): FileDraft {
  const { model, payloads, components } = context;
  const blocks = [
    printComponentImports("payloads", context),
    ...model.events.flatMap((event) => printEvent(event, context)),
    ...printComponents("payloads", context),
  ];
  const hasPayloads = payloads.some(({ entry }) => entry.payload !== undefined);
  const sources = [
    ...filesOf(...model.events),
    ...(hasPayloads ? ["payloads/*.yaml"] : []),
    ...filesOf(...components.payloads),
  ];
  const path = pathOf("payloads", model.vendor);
  return { path, sources: [...new Set(sources)], body: joinBlocks(blocks) || "export {};" };
}

function printEvent(event: Event, { names, types }: EmitContext): readonly string[] {
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
