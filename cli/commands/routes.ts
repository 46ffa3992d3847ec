import { nearestKey } from "../../codegen/messages.js";
import type { Route } from "../../codegen/model.js";
import type { CliIo } from "../io.js";
import { readModel } from "../schema-folder.js";
import { FOLDERS } from "../tool.js";
import { CommandError, readArguments } from "../usage.js";

export const HELP = `Lists the routes of the schema folder.

  typewire routes [TEXT] [--json] [--schema DIR]

TEXT limits the list to routes with it in their URL, operation or summary. If there are none, the
exit code is 1.

  --json         Print a JSON array: route, operation, summary, deprecated, parameters, body
  --schema DIR   The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire routes
  npx typewire routes "POST /notes"
  npx typewire routes --json | jq -r '.[].route'`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(
    argv,
    {
      schema: { type: "string", default: FOLDERS.schema },
      json: { type: "boolean", default: false },
    },
    { least: 0, most: 1, expected: "one text to look for" },
  );
  const { routes } = await readModel(values.schema, io);
  const found = routes.filter((route) => matches(route, positionals[0] ?? ""));
  if (values.json) io.out(JSON.stringify(found.map(toJson), null, 2));
  else if (found.length > 0) io.out(printTable(found));
  if (found.length > 0 || positionals.length === 0) return 0;
  const [text = ""] = positionals;
  const nearest = nearestKey(
    text,
    routes.map(({ key }) => key),
  );
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new CommandError(`None of the ${routes.length} routes has ${JSON.stringify(text)}.${hint}`);
}

function matches({ key, operation, summary = "" }: Route, text: string): boolean {
  return [key, operation, summary].some((each) => each.toLowerCase().includes(text.toLowerCase()));
}

function toJson({ key, operation, summary, deprecated, parameters, body }: Route): object {
  const bodies = body && [body, ...(body.others ?? [])];
  return {
    route: key,
    operation,
    summary,
    deprecated,
    parameters: parameters.map(({ name, in: location, required }) => ({
      name,
      in: location,
      required,
    })),
    ...(bodies && {
      body: {
        required: body.required,
        contentTypes: bodies.flatMap(({ contentTypes }) => contentTypes),
      },
    }),
  };
}

function printTable(routes: readonly Route[]): string {
  const width = Math.min(60, Math.max(...routes.map(({ key }) => key.length)));
  const lines = routes.map(({ key, summary = "", deprecated }) => {
    const text = deprecated ? `(deprecated) ${summary}` : summary;
    return `${key.padEnd(width)}  ${text.split("\n")[0] ?? ""}`.trimEnd();
  });
  return lines.join("\n");
}
