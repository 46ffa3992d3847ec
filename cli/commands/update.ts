/** `typewire update`: imports descriptions anew, and records the next version and its changes. */
import { quote } from "../../codegen/model/messages.js";
import { APP_FILE, hasAppFile } from "../app/app-file.js";
import { updateApp } from "../app/update-app.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import type { SdkRequest } from "../update/types.js";
import { updatePackage } from "../update/update-package.js";

export const HELP = `Brings a package, or the SDKs of an app, up to date with their API descriptions.

  typewire update [--from DESCRIPTION]… [options]
  typewire update [NAME] [--from DESCRIPTION]… [--dry-run] [--check] [--verbose]

In an app, which has a typewire.yaml, it updates the SDKs that are listed there, or the one of that NAME.
There, it changes generated code and the YAML that it is made from, and nothing else. In a package, it sets
the next version, too.

It reads the description that the package was made from, imports it, generates the client, and brings
README.md, the examples and the test up to date. By what changes for users, it sets the version in
package.json and adds an entry to CHANGELOG.md; where there is a folder .changeset, it adds a changeset
in their place. What you wrote stays. Routes, webhooks and schemas that the description lost are removed,
unless you have changed them. A description that cannot be read, or that is of another service, changes
nothing. All files change together: a run that is interrupted or killed leaves the old ones or the new ones.

  --from DESCRIPTION  A file, an http(s) address, or - for standard input, with the next version of the
                      description. It has the same title or the same address as the one before. It is
                      remembered in schema/import.yaml. Default: the one that is remembered
  --label NAME        The description in schema/import.yaml that it is the next version of, whatever its
                      title and its address
  --overlay FILE      An OpenAPI Overlay, applied first. Default: those that are remembered
  --names FILE        A stainless.yml. Default: the one that is remembered
  --dry-run           Write nothing, and print what would change
  --check             Write nothing; exit with 1 if something would change
  --schema DIR        The schema folder. Default: ${FOLDERS.schema}
  --out DIR           The output folder. Default: ${FOLDERS.out}
  --finish            Complete an update that was interrupted, and do nothing else. Each command does so first
  --verbose           List all that was left out or ignored, with every place

Examples:
  npx typewire update
  npx typewire update --from https://api.acme.example/openapi.json
  npx typewire update --dry-run
  npx typewire update --check
  npx typewire update acme`;

const OPTIONS = {
  from: { type: "string", multiple: true, default: [] as string[] },
  label: { type: "string" },
  overlay: { type: "string", multiple: true, default: [] as string[] },
  names: { type: "string" },
  schema: { type: "string" },
  out: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  finish: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "the name of an SDK"]);
  if (values.check && values["dry-run"])
    throw new UsageError("The mode is both --check and --dry-run; expected one of them.");
  // Each command completes an update that was interrupted before it begins.
  if (values.finish) return 0;
  if (values.label !== undefined && values.from.length > 1)
    throw new UsageError("--label names one description; expected one --from beside it.");
  if (hasAppFile(io)) return updateApp(positionals[0], values, io);
  if (positionals.length > 0)
    throw new UsageError(
      `There is no ${APP_FILE} in this folder, so ${quote(positionals[0] ?? "")} is no SDK of an app; expected options only.`,
    );
  const { folders } = toolOf(io);
  const request: SdkRequest = {
    schema: locate(io, values.schema ?? folders.schema),
    out: locate(io, values.out ?? folders.out),
    from: values.from,
    label: values.label,
    overlays:
      values.overlay.length > 0 ? values.overlay.map((overlay) => locate(io, overlay)) : undefined,
    names: values.names === undefined ? undefined : locate(io, values.names),
  };
  return updatePackage(request, values, io);
}
