import { nearestKey } from "../codegen/model/messages.js";
import type { SchemaModel } from "../codegen/model/model.js";
import type { CliIo } from "./io.js";
import { readModel } from "./schema-folder.js";
import { FOLDERS } from "./tool.js";
import { CommandError, readArguments } from "./usage.js";
import { withVisibleText } from "./visible-text.js";

/** What a command lists of the schema folder, and how. */
export interface Listing<Entry> {
  /** For messages; the part of the schema folder that is read. */
  readonly noun: "events" | "routes";
  readonly read: (model: SchemaModel) => readonly Entry[];
  readonly nameOf: (entry: Entry) => string;
  /** The texts in which a text is looked for, whatever its case. */
  readonly textsOf: (entry: Entry) => readonly string[];
  readonly toJson: (entry: Entry) => object;
  /** The rows of an entry: a name, and what there is to say of it. */
  readonly rowsOf: (entry: Entry) => readonly (readonly [name: string, text: string])[];
  /** Longer names push the text of their row to the right. */
  readonly widest: number;
}

/** Carries out a command whose one argument limits what it lists, and whose `--json` prints data. */
export async function list<Entry>(
  argv: readonly string[],
  given: CliIo,
  listing: Listing<Entry>,
): Promise<number> {
  const io = withVisibleText(given);
  const { values, positionals } = readArguments(
    argv,
    {
      schema: { type: "string", default: FOLDERS.schema },
      json: { type: "boolean", default: false },
    },
    { least: 0, most: 1, expected: "one text to look for" },
  );
  const entries = listing.read(await readModel(values.schema, io, listing.noun));
  const [text = ""] = positionals;
  const found = entries.filter((entry) => matches(listing.textsOf(entry), text));
  if (values.json) io.out(JSON.stringify(found.map(listing.toJson), null, 2));
  else if (found.length > 0) io.out(printTable(found.flatMap(listing.rowsOf), listing.widest));
  if (found.length > 0 || positionals.length === 0) return 0;
  const nearest = nearestKey(text, entries.map(listing.nameOf));
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const none = `None of the ${entries.length} ${listing.noun} has ${JSON.stringify(text)}.`;
  throw new CommandError(`${none}${hint}`);
}

function matches(texts: readonly string[], text: string): boolean {
  return texts.some((each) => each.toLowerCase().includes(text.toLowerCase()));
}

/** Of a text, the first line stands in the table. */
function printTable(rows: readonly (readonly [name: string, text: string])[], widest: number) {
  const width = Math.min(widest, Math.max(...rows.map(([name]) => name.length)));
  return rows
    .map(([name, text]) => `${name.padEnd(width)}  ${text.split("\n")[0] ?? ""}`.trimEnd())
    .join("\n");
}
