/** The code that reads responses which come item by item. */
import type { StreamFormat } from "../../../src/catalog/client.js";
import type { EmitContext } from "../context/context.js";
import { listStreams } from "../plans/streams.js";
import { CLIENT, code, joinCode, printOptions } from "../print/module.js";
import type { Code, Imported } from "../print/types.js";

/** Functions of the runtime by format of a stream. */
const STREAM_READERS: Readonly<Record<StreamFormat, Imported>> = {
  sse: CLIENT.value("eventStream"),
  "json-lines": CLIENT.value("jsonLines"),
  "json-seq": CLIENT.value("jsonSequence"),
};

/**
 * The option of a client for its streams.
 * @param convertsItems Items hold values that JSON does not have.
 */
export function printStreams(context: EmitContext, convertsItems: boolean): readonly Code[] {
  const rules = listStreams(context);
  if (rules.length === 0) return [];
  const used = new Set(rules.map(([, { format }]) => format));
  const formats = [...used].map(
    (format) => code`${JSON.stringify(format)}: ${STREAM_READERS[format]}`,
  );
  const isDeclared = rules.some(([, { events, text }]) => (events ?? text) !== undefined);
  const parts = [
    ...(isDeclared ? [code`readItem: ${CLIENT.value("readDeclaredItem")}`] : []),
    ...(convertsItems ? [code`${CLIENT.value("convertItem")}`] : []),
  ];
  const reader = printOptions(parts);
  const create = code`/* @__PURE__ */ ${CLIENT.value("createStreams")}({ ${joinCode(formats, ", ")} }${reader})`;
  const connectsAgain = rules.some(([key, { format }]) => format === "sse" && /^GET /.test(key));
  const add = connectsAgain
    ? code`/* @__PURE__ */ ${CLIENT.value("reconnecting")}(${create})`
    : create;
  return [code`addStreams: ${add}`];
}
