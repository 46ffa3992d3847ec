/** Writes proposed corrections as YAML. */
import { format } from "prettier";
import { type Document, isMap, isSeq, parseDocument, YAMLMap, YAMLSeq } from "yaml";
import { formatPropertyPath } from "../corrections/corrections.js";
import type { Target } from "./find-deviations.js";
import type { Proposal } from "./propose.js";

/** The first line of a new file, which tells editors its format. */
export const MODELINE = "# yaml-language-server: $schema=../codegen/meta/corrections.schema.json\n";

/** Adds proposals to the text of `corrections.yaml`. Existing entries and comments stay. */
export async function writeCorrections(
  text: string,
  proposals: readonly Proposal[],
): Promise<string> {
  const document: Document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = new YAMLMap();
  for (const proposal of proposals) addProposal(document, proposal);
  return format(document.toString({ lineWidth: 0 }), { parser: "yaml", printWidth: 100 });
}

/** Prints proposals alone. */
export function printProposals(proposals: readonly Proposal[]): Promise<string> {
  return writeCorrections("", proposals);
}

function addProposal(document: Document, { target, properties, change, reason }: Proposal): void {
  const names = properties
    .map(formatPropertyPath)
    .filter((name) => name !== "")
    .sort();
  const [only] = names;
  const property = names.length > 1 ? names : only;
  const entry = { ...(property !== undefined && { property }), ...change, reason };
  const node = document.createNode(entry);
  const path = targetPath(target);
  // Each key on the way holds a map, and the last one the list of corrections.
  for (let depth = 1; depth < path.length; depth += 1)
    ensureCollection(document, path.slice(0, depth), () => new YAMLMap());
  ensureCollection(document, path, () => new YAMLSeq());
  document.addIn(path, node);
}

function ensureCollection(
  document: Document,
  path: readonly string[],
  create: () => YAMLMap | YAMLSeq,
): void {
  const node = document.getIn(path, true);
  if (!isMap(node) && !isSeq(node)) document.setIn(path, create());
}

function targetPath({ kind, name }: Target): readonly string[] {
  if (kind === "object") return ["objects", name, "corrections"];
  return [kind === "component" ? "components" : "payloads", name];
}
