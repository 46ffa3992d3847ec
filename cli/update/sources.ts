/** Where an update takes descriptions from: places that a user names, or those that the schema folder remembers. */
import { relative, resolve } from "node:path";
import type { KnownDescription } from "../../codegen/import/merge/successor.js";
import { UsageError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { isRemote, locateSource, toSlashes } from "../io/paths.js";
import { describeForgotten, describeHandWritten } from "./refusals.js";
import type { DescriptionChoice } from "./types.js";

/**
 * Chooses the places to read from.
 * @param known All descriptions of the schema folder.
 * @throws CommandError if there is none.
 */
export function chooseSources(
  { schema, from = [], label }: DescriptionChoice,
  known: readonly KnownDescription[],
  io: CliIo,
): readonly ChosenSource[] {
  if (known.length === 0) throw describeHandWritten(schema);
  const candidates = label === undefined ? known : known.filter((each) => each.label === label);
  if (candidates.length === 0) {
    const names = known.map((each) => each.label).join(", ");
    throw new UsageError(
      `The value of --label is ${String(label)}; expected a description of ${schema}/import.yaml: ${names}.`,
    );
  }
  if (from.length > 0)
    return from.map((each) => ({ from: locateSource(io, each), shown: each, candidates }));
  const remembered = candidates.flatMap((each) => recallSource(each, schema, io) ?? []);
  if (remembered.length === 0) throw describeForgotten(schema, candidates);
  return remembered;
}

/** Returns the place that a description came from; `undefined` if it is not remembered. */
function recallSource(
  known: KnownDescription,
  schema: string,
  io: CliIo,
): ChosenSource | undefined {
  const { source } = known.origin;
  if (source === undefined) return undefined;
  if (isRemote(source)) return { from: source, shown: source, candidates: [known] };
  const file = resolve(schema, source);
  return { from: file, shown: file === source ? source : showPath(file, io), candidates: [known] };
}

/** A path as messages show it. */
export function showPath(path: string, { cwd }: Pick<CliIo, "cwd">): string {
  return toSlashes(relative(cwd ?? ".", path));
}

/** A place to read a description from. */
export interface ChosenSource {
  /** A file, an address, or `-`. */
  readonly from: string;
  /** As messages show it. */
  readonly shown: string;
  /** Descriptions that it can be the next version of: at least one. */
  readonly candidates: readonly KnownDescription[];
}
