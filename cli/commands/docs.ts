/** `typewire docs`: makes a site of a package, as Markdown and as static files. */
import { join } from "node:path";
import { withMemo } from "../../codegen/files/memo-file.js";
import { count } from "../../codegen/model/messages.js";
import { describeService } from "../../codegen/site/site.js";
import { describePackage } from "../docs/package-pages.js";
import { bindBuilder } from "../docs/requests.js";
import { prepareFolder, writeSite } from "../docs/site-folder.js";
import { buildSite, installTools } from "../docs/site-tools.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate, toolOf, withProgress } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { expectManifest } from "../package/manifest.js";
import { readModel } from "../service/schema-folder.js";

export const HELP = `Makes a site of the package: its README, routes, events, and how to receive deliveries.

  typewire docs [options]

It writes the pages as Markdown into a folder, with a manifest of the tools that build them (Astro with
Starlight), installs these there by npm, and builds static files in its folder dist/. Any server can
serve these; their search needs no other service. Run the command again after each change.

  --schema DIR   The schema folder. Default: ${FOLDERS.schema}
  --out DIR      The folder of the site. Default: site
  --base PATH    The path that the site is served below, such as /acme-sdk/. Default: /
  --no-build     Write the pages and the manifest alone

Examples:
  npx typewire docs
  npx typewire docs --base /acme-sdk/
  npx typewire docs --no-build && cd site && npm install && npm run build`;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readArguments(argv, {
    schema: { type: "string", default: toolOf(io).folders.schema },
    out: { type: "string", default: "site" },
    base: { type: "string", default: "/" },
    "no-build": { type: "boolean", default: false },
  });
  const { schema, base } = values;
  if (!base.startsWith("/"))
    throw new UsageError(`The value of --base is ${base}; expected a path that begins with "/".`);
  const out = locate(io, values.out);
  const manifest = await expectManifest(schema, io);
  const model = await readModel(schema, io, "all");
  const service = await withProgress(io, "Describing routes and events", () =>
    withMemo(out, io.cacheFolder, (memo) => describeService(model, bindBuilder, memo)),
  );
  const site = await describePackage(manifest, model, service.pages);
  await prepareFolder(out);
  await writeSite(out, { ...site, base });
  io.out(`Wrote ${count(site.pages.length, "page")} into ${values.out}.`);
  if (values["no-build"]) return 0;
  await installTools(out, io);
  await buildSite(out, io);
  io.out(`Built the site in ${join(values.out, "dist")}.`);
  return 0;
}
