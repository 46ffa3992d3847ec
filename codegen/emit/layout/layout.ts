/** The files of a client in an app: few of them, with the specifiers that its compiler takes. */
import type { FileDraft, Layout } from "../print/file.js";
import { joinModules, type Joint } from "./join-modules.js";

/** Modules of a package that an app imports from the runtime, or does not need. */
const OF_PACKAGES = /^(?:route-helpers|methods|relay)\.ts$|^middleware\//;

/** Tells whether a client in an app or in a package has a module. */
export function isOfLayout({ path }: FileDraft, layout: Layout | undefined): boolean {
  return layout === undefined || !OF_PACKAGES.test(path);
}

/** Lays the files of a client out for an app. A package keeps its files as they are. */
export function layOut(drafts: readonly FileDraft[]): readonly FileDraft[] {
  const modules = drafts.filter((draft) => "module" in draft);
  const joined = joinModules(modules, listJoints(modules.map(({ path }) => path)));
  const texts = drafts.filter((draft) => !("module" in draft));
  return [...joined, ...texts].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The files of an app, and the modules that each of them joins. */
function listJoints(paths: readonly string[]): readonly Joint[] {
  const hasCore = paths.includes("core.ts");
  const hasClient = paths.includes("client.ts");
  const methods = paths.filter((path) => path.startsWith("methods/"));
  // Data that several files need is in the first of them: that of functions, of the class, of deliveries.
  const shared = ["constants.ts", "client-catalog.ts"];
  const inCore = hasCore ? [...shared, "core.ts"] : [];
  const dataOfIndex = [
    "route-exceptions.ts",
    "endpoint-catalog.ts",
    "sdk-catalog.ts",
    ...(hasClient && !hasCore ? shared : []),
  ];
  const inWebhooks = ["event-names.ts", "webhook-catalog.ts", ...(hasClient ? [] : shared)];
  return [
    { path: "types.ts", members: TYPE_MODULES, inner: [] },
    { path: "core.ts", members: inCore, inner: [] },
    { path: "methods.ts", members: ["pages.ts", ...methods], inner: ["pages.ts"] },
    {
      path: "webhooks.ts",
      members: ["webhooks.ts", "events.ts", "payloads.ts", "payloadsShared.ts", ...inWebhooks],
      inner: [],
    },
    {
      path: "index.ts",
      members: ["index.ts", "sdk.ts", "client.ts", "endpoint.ts", ...dataOfIndex],
      inner: dataOfIndex,
    },
  ];
}

/** Modules that declare types alone. */
const TYPE_MODULES = [
  "shared.ts",
  "routes.ts",
  "responses.ts",
  "results.ts",
  "client-types.ts",
  "endpoints.ts",
];
