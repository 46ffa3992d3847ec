/**
 * The page for programs that run from the sources: the one in `dist`, or else one that says how to build it. In a
 * package, the built page stands in the place of this module.
 */
import { existsSync } from "node:fs";

/** Page in one file: the text before its token, and the text after it. */
export interface InspectorPage {
  readonly before: string;
  readonly after: string;
  /** Hashes for the Content-Security-Policy. */
  readonly scriptHash: string;
  readonly styleHash: string;
}

const UNBUILT: InspectorPage = {
  before: "<!doctype html><meta charset=utf-8><title>Inspector</title><!--",
  after:
    "--><p>The page is not built. Run <code>npx tsx scripts/build-inspector.ts</code>, and start again.",
  scriptHash: "none",
  styleHash: "none",
};

const BUILT = new URL("../dist/page.js", import.meta.url);

export const INSPECTOR_PAGE: InspectorPage = existsSync(BUILT) ? await readBuilt() : UNBUILT;

async function readBuilt(): Promise<InspectorPage> {
  const built = (await import(BUILT.href)) as { INSPECTOR_PAGE: InspectorPage }; // the build writes it
  return built.INSPECTOR_PAGE;
}
