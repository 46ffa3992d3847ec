import { nearestKey } from "../../codegen/messages.js";
import type { Event } from "../../codegen/model.js";
import type { CliIo } from "../io.js";
import { readModel } from "../schema-folder.js";
import { FOLDERS } from "../tool.js";
import { CommandError, readArguments } from "../usage.js";

export const HELP = `Lists the webhook events of the schema folder.

  typewire events [TEXT] [--json] [--schema DIR]

TEXT limits the list to events with it in their name or description. If there are none, the exit code
is 1.

  --json         Print a JSON array: name, actions, description
  --schema DIR   The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire events
  npx typewire events created
  npx typewire events --json | jq -r '.[].name'`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(
    argv,
    {
      schema: { type: "string", default: FOLDERS.schema },
      json: { type: "boolean", default: false },
    },
    { least: 0, most: 1, expected: "one text to look for" },
  );
  const { events } = await readModel(values.schema, io);
  const found = events.filter((event) => matches(event, positionals[0] ?? ""));
  if (values.json) io.out(JSON.stringify(found.map(toJson), null, 2));
  else if (found.length > 0) io.out(printTable(found));
  if (found.length > 0 || positionals.length === 0) return 0;
  const [text = ""] = positionals;
  const names = events.map(({ name }) => name);
  const nearest = nearestKey(text, names);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new CommandError(`None of the ${names.length} events has ${JSON.stringify(text)}.${hint}`);
}

function namesOf({ name, actions }: Event): readonly string[] {
  return actions.length === 0 ? [name] : actions.map((action) => `${name}.${action.name}`);
}

function matches(event: Event, text: string): boolean {
  const texts = [...namesOf(event), event.description ?? ""];
  return texts.some((each) => each.toLowerCase().includes(text.toLowerCase()));
}

function toJson({ name, actions, description }: Event): object {
  return { name, actions: actions.map((action) => action.name), description };
}

function printTable(events: readonly Event[]): string {
  const rows = events.flatMap((event) =>
    namesOf(event).map((name, index) => {
      const own = event.actions[index]?.description ?? event.description ?? "";
      return [name, own.split("\n")[0] ?? ""] as const;
    }),
  );
  const width = Math.min(48, Math.max(...rows.map(([name]) => name.length)));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`.trimEnd()).join("\n");
}
