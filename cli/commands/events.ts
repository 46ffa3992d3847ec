/** `typewire events`: lists events with their actions. */
import type { Event } from "../../codegen/model/model.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { runListing, type Listing } from "../service/listing.js";

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

const EVENT_LISTING: Listing<Event> = {
  noun: "events",
  read: ({ events }) => events,
  nameOf: ({ name }) => name,
  textsOf: (event) => [...namesOf(event), event.description ?? ""],
  toJson: ({ name, actions, description }) => ({
    name,
    actions: actions.map((action) => action.name),
    description,
  }),
  rowsOf: (event) =>
    namesOf(event).map((name, index) => [
      name,
      event.actions[index]?.description ?? event.description ?? "",
    ]),
  widest: 48,
};

export function run(argv: readonly string[], io: CliIo): Promise<number> {
  return runListing(argv, io, EVENT_LISTING);
}

function namesOf({ name, actions }: Event): readonly string[] {
  return actions.length === 0 ? [name] : actions.map((action) => `${name}.${action.name}`);
}
