/**
 * Placeholder for the page while a program runs from the sources. The build replaces this module with the
 * built page; tests build that for each run.
 */

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

async function findBuilt(): Promise<InspectorPage> {
  try {
    const file = new URL("../dist/page.js", import.meta.url).href;
    const built = (await import(file)) as { INSPECTOR_PAGE: InspectorPage }; // the build writes it
    return built.INSPECTOR_PAGE;
  } catch {
    return UNBUILT;
  }
}

export const INSPECTOR_PAGE: InspectorPage = await findBuilt();
