/** The files of a client in an app: few of them, with the specifiers that its compiler takes. */
import {
  type FileDraft,
  type GeneratedFile,
  type Layout,
  type Origin,
  withHeader,
  withoutHeader,
} from "../print/file.js";
import { joinModules, type Joint } from "./join-modules.js";

/** Modules of a package that an app imports from the runtime, or does not need. */
const OF_PACKAGES = /^(?:route-helpers|methods|relay)\.ts$|^middleware\//;

/** Leaves out the modules that only a package has. */
export function choosePackageFiles(
  drafts: readonly FileDraft[],
  layout: Layout | undefined,
): readonly FileDraft[] {
  return layout === undefined ? drafts : drafts.filter(({ path }) => !OF_PACKAGES.test(path));
}

/** Lays the files of a client out for an app. A package keeps its files as they are. */
export function layOut(
  files: readonly GeneratedFile[],
  drafts: readonly FileDraft[],
  origin: Origin,
): readonly GeneratedFile[] {
  const { layout } = origin;
  if (layout === undefined) return files;
  const sources = new Map(drafts.map((draft) => [draft.path, draft.sources]));
  const modules = files.filter(({ path }) => path.endsWith(".ts"));
  const joined = joinModules(
    modules.map(({ path, text }) => ({ path, text: withoutHeader(text) })),
    listJoints(modules.map(({ path }) => path)),
  );
  const laidOut = joined.map(({ path, members, text }) => {
    const all = new Set(members.flatMap((member) => sources.get(member) ?? []));
    return { path, text: withHeader(setExtension(text, layout.extension), [...all], origin) };
  });
  const others = files.filter(({ path }) => !path.endsWith(".ts"));
  return [...laidOut, ...others].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function listJoints(paths: readonly string[]): readonly Joint[] {
  const has = (path: string): boolean => paths.includes(path);
  const methods = paths.filter((path) => path.startsWith("methods/"));
  const data = ["constants.ts", "client-catalog.ts"];
  const ofCore = has("core.ts") ? data : [];
  const ofIndex = has("core.ts") || !has("client.ts") ? [] : data;
  const ofWebhooks = has("client.ts") ? [] : data;
  const ofCalls = ["route-exceptions.ts", "endpoint-catalog.ts", "sdk-catalog.ts"];
  const ofEvents = ["event-names.ts", "webhook-catalog.ts"];
  return [
    { path: "types.ts", members: TYPE_MODULES, inner: [] },
    { path: "core.ts", members: has("core.ts") ? [...ofCore, "core.ts"] : [], inner: [] },
    { path: "methods.ts", members: ["pages.ts", ...methods], inner: ["pages.ts"] },
    {
      path: "webhooks.ts",
      members: [
        "webhooks.ts",
        "events.ts",
        "payloads.ts",
        "payloadsShared.ts",
        ...ofEvents,
        ...ofWebhooks,
      ],
      inner: [],
    },
    {
      path: "index.ts",
      members: ["index.ts", "sdk.ts", "client.ts", "endpoint.ts", ...ofCalls, ...ofIndex],
      inner: [...ofCalls, ...ofIndex],
    },
  ];
}

const TYPE_MODULES = [
  "shared.ts",
  "routes.ts",
  "responses.ts",
  "results.ts",
  "client-types.ts",
  "endpoints.ts",
];

/** A specifier of a generated module, at the end of a statement or in `import("…")`. */
const SPECIFIER = /((?:^|\n)(?:import|export|\}) ?[^"\n]*from |\bimport\()"(\.[^"\n]+)\.js"/g;

function setExtension(text: string, extension: Layout["extension"]): string {
  return text.replace(
    SPECIFIER,
    (_, start: string, path: string) => `${start}"${path}${extension}"`,
  );
}
