/**
 * Builds the site of this repository in `docs/site/dist`: the guides, the contract, errors, benchmarks, the
 * API of the runtime, and the routes and events of the default vendor.
 */
import { cpSync, readFileSync } from "node:fs";
import { bindBuilder } from "../../../cli/docs/requests.js";
import { listSidebarEntries, type Site, writeSite } from "../../../cli/docs/site-folder.js";
import { installTools, buildSite } from "../../../cli/docs/site-tools.js";
import { createProcessIo } from "../../../cli/io/io.js";
import { PROJECT } from "../../../cli/io/tool.js";
import { readSchemaFolder } from "../../../codegen/files/folders.js";
import { withMemo } from "../../../codegen/files/memo-file.js";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeService, type SitePage } from "../../../codegen/site/site.js";
import { describeApi } from "./api.js";
import { describeGuides, REPOSITORY } from "./guides.js";
import { describeStart, TAGLINE } from "./start.js";

const FOLDER = "docs/site";

const io = createProcessIo();
const base = process.argv[2] ?? "/";

await installTools(FOLDER, io);
const model = readSchema(await readSchemaFolder(PROJECT.folders.schema));
const { pages: service } = await withMemo(FOLDER, undefined, (memo) =>
  describeService(model, bindBuilder, memo),
);
const pages = [
  describeStart(model, readFileSync("bench/README.md", "utf8")),
  ...describeGuides(),
  ...(await describeApi(FOLDER)),
  ...service,
];
cpSync("docs/images", `${FOLDER}/public/images`, { recursive: true });
await writeSite(FOLDER, {
  title: "typewire",
  description: TAGLINE,
  base,
  repository: REPOSITORY,
  sidebar: listSidebar(pages),
  pages,
});
io.out(`Built ${pages.length} pages in ${await buildSite(FOLDER, io)}.`);

function listSidebar(all: readonly SitePage[]): Site["sidebar"] {
  return [
    { label: "Getting started", slug: "start" },
    { label: "Guides", items: listSidebarEntries(all, "guides") },
    {
      label: "Reference",
      items: [
        { label: "Errors by code", slug: "errors" },
        { label: "The YAML of a service", slug: "yaml" },
        { label: "Performance", slug: "performance" },
        { label: "Security", slug: "security" },
        { label: "Changelog", slug: "changelog" },
      ],
    },
    { label: "The contract", collapsed: true, items: listSidebarEntries(all, "contract") },
    { label: "API", collapsed: true, items: listSidebarEntries(all, "api") },
    {
      label: "Routes of the sample service",
      collapsed: true,
      items: listSidebarEntries(all, "routes"),
    },
    {
      label: "Events of the sample service",
      collapsed: true,
      items: listSidebarEntries(all, "events"),
    },
  ];
}
