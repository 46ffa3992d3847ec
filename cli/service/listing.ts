/** Commands that list a part of the schema folder: `events` and `routes`. */
import type { SchemaModel } from "../../codegen/model/model.js";
import { readArguments, READING_OPTIONS, suggest } from "../io/arguments.js";
import { CommandError } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { withVisibleText } from "../terminal/visible-text.js";
import { readModel } from "./schema-folder.js";

/** Runs a command whose argument limits the list, and whose option `--json` prints data. */
export async function runListing<Entry>(
  argv: readonly string[],
  plainIo: CliIo,
  listing: Listing<Entry>,
): Promise<number> {
  const io = withVisibleText(plainIo);
  const { values, positionals } = readArguments(argv, READING_OPTIONS, [
    0,
    1,
    "one text to look for",
  ]);
  const entries = listing.read(await readModel(values.schema, io, listing.noun));
  const [text = ""] = positionals;
  const matching = entries.filter((entry) => matches(listing.textsOf(entry), text));
  if (values.json) io.out(JSON.stringify(matching.map(listing.toJson), null, 2));
  else if (matching.length > 0)
    io.out(printTable(matching.flatMap(listing.rowsOf), listing.widest));
  if (matching.length > 0 || positionals.length === 0) return 0;
  const none = `None of the ${entries.length} ${listing.noun} has ${JSON.stringify(text)}.`;
  throw new CommandError(none + suggest(text, entries.map(listing.nameOf)));
}

function matches(texts: readonly string[], text: string): boolean {
  return texts.some((candidate) => candidate.toLowerCase().includes(text.toLowerCase()));
}

/** Prints each name with the first line of its text. */
function printTable(rows: readonly (readonly [name: string, text: string])[], widest: number) {
  const width = Math.min(widest, Math.max(...rows.map(([name]) => name.length)));
  return rows
    .map(([name, text]) => `${name.padEnd(width)}  ${text.split("\n")[0] ?? ""}`.trimEnd())
    .join("\n");
}

/** Part of the schema folder that a command lists. */
export interface Listing<Entry> {
  /** Noun for messages, and name of the part to read. */
  readonly noun: "events" | "routes";
  readonly read: (model: SchemaModel) => readonly Entry[];
  readonly nameOf: (entry: Entry) => string;
  /** Texts to search, regardless of case. */
  readonly textsOf: (entry: Entry) => readonly string[];
  readonly toJson: (entry: Entry) => object;
  /** Rows of the table: a name, and a text about it. */
  readonly rowsOf: (entry: Entry) => readonly (readonly [name: string, text: string])[];
  /** Width of the column of names. Longer names push their text to the right. */
  readonly widest: number;
}
