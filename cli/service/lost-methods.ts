/** Refuses output that lacks methods or types of the last one. */
import { join } from "node:path";
import { isGenerated } from "../../codegen/emit/print/file.js";
import { API_FILE, findLosses, type GeneratedFile, type Loss } from "../../codegen/generate.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, toolOf } from "../io/io.js";
import { LIST_FILES } from "../package/former-list.js";

/**
 * Compares the methods and types with those that were generated before.
 * @throws CommandError that names each method and type that is gone.
 */
export function expectNoLosses(
  generated: readonly GeneratedFile[],
  present: ReadonlyMap<string, string>,
  out: string,
  io: CliIo,
): void {
  const list = LIST_FILES.find((path) => isGenerated(present.get(path) ?? ""));
  if (list === undefined) return;
  const after = generated.find(({ path }) => path === API_FILE)?.text ?? "";
  const losses = findLosses(present.get(list) ?? "", after);
  if (losses.length === 0) return;
  const { command, defaultCommand } = toolOf(io);
  const accept = `${command}${defaultCommand === "generate" ? "" : " generate"} --accept`;
  throw new CommandError(
    [
      `${join(out, list)} lists what would be gone; nothing was written:`,
      ...losses.map((loss) => `  ${describeLoss(loss)}`),
      `If users of the client can do without: ${accept}`,
    ].join("\n"),
  );
}

function describeLoss({ kind, name, route, now, movedTo }: Loss): string {
  if (kind === "type") return `the type ${name}`;
  const method = `${name} (${route ?? ""})`;
  if (movedTo !== undefined) return `${method}, whose route is now ${movedTo}`;
  if (now === undefined) return method;
  return `${method}, which is now ${now}; to keep the name, add to that route \`was: ${name}\``;
}
