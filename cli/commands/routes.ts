/** `typewire routes`: lists routes with their operations. */
import type { Route } from "../../codegen/model/model.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { runListing, type Listing } from "../service/listing.js";

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

const ROUTE_LISTING: Listing<Route> = {
  noun: "routes",
  read: ({ routes }) => routes,
  nameOf: ({ key }) => key,
  textsOf: ({ key, operation, summary = "" }) => [key, operation, summary],
  toJson,
  rowsOf: ({ key, summary = "", deprecated }) => [
    [key, deprecated ? `(deprecated) ${summary}` : summary],
  ],
  widest: 60,
};

export function run(argv: readonly string[], io: CliIo): Promise<number> {
  return runListing(argv, io, ROUTE_LISTING);
}

function toJson({ key, operation, summary, deprecated, parameters, body }: Route): object {
  const bodies = body && [body, ...(body.furtherContents ?? [])];
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
