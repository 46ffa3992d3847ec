/** Describes the API of the runtime by its documentation comments, in a page for each subpath. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { linkFrom } from "../../../cli/docs/markdown.js";
import { asReference, type SitePage } from "../../../codegen/site/site.js";
import runtime from "../../../src/runtime/package.json" with { type: "json" };

/** The part of TypeDoc that is used. Only the tools of the site install TypeDoc. */
interface TypeDoc {
  readonly Application: {
    bootstrapWithPlugins(options: object): Promise<{
      convert(): Promise<object | undefined>;
      generateOutputs(project: object): Promise<void>;
    }>;
  };
}

/**
 * Describes each subpath of `typewire-runtime`.
 * @param folder The folder with the tools of the site.
 */
export async function describeApi(folder: string): Promise<readonly SitePage[]> {
  const out = resolve(folder, ".astro/api");
  rmSync(out, { recursive: true, force: true });
  const { resolve: find } = createRequire(resolve(folder, "package.json"));
  const { Application } = (await import(pathToFileURL(find("typedoc")).href)) as TypeDoc; // as above
  const app = await Application.bootstrapWithPlugins({
    plugin: [find("typedoc-plugin-markdown")],
    entryPoints: listEntryPoints(),
    tsconfig: "docs/site/tsconfig.api.json",
    skipErrorChecking: true, // `npm run check` reports errors
    outputs: [{ name: "markdown", path: out }],
    router: "module",
    entryFileName: "index",
    modulesFileName: "index",
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    readme: "none",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: "table",
    propertiesFormat: "table",
    logLevel: "Error",
    githubPages: false,
    validation: false,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc found no API.");
  await app.generateOutputs(project);
  return readPages(out);
}

/** The source of each subpath. */
function listEntryPoints(): readonly string[] {
  return Object.keys(runtime.exports)
    .filter((subpath) => subpath !== "." && subpath !== "./package.json") // the root repeats others
    .map((subpath) => `src/runtime/${subpath.slice(2)}.ts`);
}

/** The text of each file, by its path. */
type Texts = ReadonlyMap<string, string>;

function readPages(out: string): readonly SitePage[] {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.split("\\").join("/"));
  const texts = new Map(files.sort().map((file) => [file, readFileSync(join(out, file), "utf8")]));
  return files.map((file) => describePage(file, texts));
}

function describePage(file: string, texts: Texts): SitePage {
  const name = file.replace(/\.md$/, "");
  const title = name === "index" ? "API" : `typewire-runtime/${name}`;
  const path = `api/${name}`;
  const body = (texts.get(file) ?? "")
    .replace(/^# .*$/m, "")
    .replace(/\]\((?!https?:)([^)\s]+)\)/g, (_, target: string) => {
      return `](${resolveLink(target, file, path, texts)})`;
    });
  const description =
    name === "index" ? "Every export of the runtime, by subpath." : `What ${title} exports.`;
  return { path, title, description, body: asReference(body) };
}

function resolveLink(target: string, file: string, path: string, texts: Texts): string {
  const [other = "", anchor] = target.split("#");
  const whole = other === "" ? file : posix.join(posix.dirname(file), other);
  const hash = anchor === undefined ? "" : `#${findAnchor(anchor, texts.get(whole) ?? "")}`;
  if (other === "") return hash;
  return linkFrom(path, `api/${whole.replace(/(?:^index)?\.md$/, "")}${hash}`.replace("/#", "#"));
}

/** Corrects an anchor: TypeDoc numbers equal headings, and also counts some that are on no page. */
function findAnchor(anchor: string, text: string): string {
  const base = anchor.replace(/-\d+$/, "");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.replace(/[^\w -]/g, "").toLowerCase(),
  );
  const count = headings.filter((heading) => heading === base).length;
  const number = Number(anchor.slice(base.length + 1));
  return number === 0 || number < count ? anchor : count > 1 ? `${base}-${count - 1}` : base;
}
