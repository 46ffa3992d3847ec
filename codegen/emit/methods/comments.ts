/** Documentation comments of methods and of their functions. */
import { toParagraph, toSentence } from "../../model/texts.js";
import { classOf } from "../calls/error-classes.js";
import { withoutPositional } from "../calls/print-calls.js";
import { joinBlocks } from "../print/print.js";
import type { Doc } from "../print/types.js";
import type { Method } from "../resources/resource-methods.js";

/** The comment of a method: its summary, its route, its arguments and its errors. */
export function describeMethod(method: Method): Doc {
  const { route, isAlias } = method;
  const { key, summary, description, docs, deprecated } = route;
  const paragraph = description === undefined ? "" : toParagraph(description);
  const isRepeated = summary !== undefined && paragraph.startsWith(summary);
  const texts = [isRepeated ? "" : (summary ?? ""), paragraph];
  const link = docs === undefined ? "" : ` [Documentation](${docs})`;
  const presentName = isAlias ? `Its name is now \`${route.call}\`.` : "";
  return {
    text: joinBlocks([...texts, `\`${key}\`${link}`]),
    tags: [
      ...describeArguments(method),
      ...describeErrors(method),
      ...(isAlias ? [["@deprecated", presentName] as const] : []),
    ],
    deprecated: deprecated && !isAlias,
  };
}

/** The comment of a function, which is on one line: the comment of its method has the rest. */
export function describeFunction({ route, isAlias }: Method): Doc {
  const { key, summary, call, deprecated } = route;
  const text = summary ?? `\`${key}\``;
  return isAlias
    ? { text, tags: [["@deprecated", `Its name is now \`${call}\`.`]] }
    : { text, deprecated };
}

/** Describes each positional argument, and lists the keys of the object. */
function describeArguments({
  parameter,
  positional,
  isBare,
}: Method): readonly (readonly [tag: string, text: string])[] {
  const ofPositional = parameter.positional.flatMap(({ parameter: { description } }, index) =>
    description === undefined
      ? []
      : [["@param", `${positional[index] ?? ""} ${toSentence(description)}`] as const],
  );
  const [{ call, positionalNames }] = parameter.forms;
  const keys = parameter.surface?.keys ?? withoutPositional(call, positionalNames).parameters;
  const object = parameter.surface ? "params" : "parameters";
  const required = listNames(keys.filter((key) => key.required));
  const optional = listNames(keys.filter((key) => !key.required));
  const lists = [required, optional === "" ? "" : `optional: ${optional}`].filter(
    (text) => text !== "",
  );
  const isListed = !isBare && lists.length > 0;
  return [
    ...ofPositional,
    ...(isListed ? [["@param", `${object} ${lists.join("; ")}`] as const] : []),
  ];
}

/** The most keys of an object that a comment lists. */
const MAX_KEYS = 12;

function listNames(keys: readonly { readonly name: string }[]): string {
  const shown = keys.slice(0, MAX_KEYS).map(({ name }) => `\`${name.replaceAll("`", "")}\``);
  return [...shown, ...(keys.length > MAX_KEYS ? ["…"] : [])].join(", ");
}

function describeErrors({ route }: Method): readonly (readonly [string, string])[] {
  return route.responses.flatMap(({ status, description }) => {
    const name = classOf(status);
    if (!/^[345]\d\d$/.test(status) || status === "304") return [];
    const text = description === undefined ? "" : `: ${toSentence(description)}`;
    return [["@throws", `{${name}} ${status}${text}`] as const];
  });
}
