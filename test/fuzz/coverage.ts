/** Coverage of V8, which steers the search for inputs. */
import { Session, type Profiler } from "node:inspector";

/** Watches the blocks of the scripts whose address holds a text, by V8's own precise coverage. */
export function watchCoverage(address: string): CoverageWatch {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

  function takeBlocks(): ReadonlySet<string> {
    const blocks = new Set<string>();
    // The answer is there before `post` returns, and the counts begin anew.
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error !== null) throw error;
      for (const script of result) if (script.url.includes(address)) addBlocks(blocks, script);
    });
    return blocks;
  }

  return { takeBlocks, stop: () => session.disconnect() };
}

/** A block and how often it ran, by powers of two: a loop that runs longer is news as well. */
function addBlocks(blocks: Set<string>, { functions }: Profiler.ScriptCoverage): void {
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      const times = Math.min(6, Math.floor(Math.log2(count)));
      if (count > 0) blocks.add(`${startOffset}-${endOffset}:${times}`);
    }
  }
}

/** Tells which blocks of code run. */
export interface CoverageWatch {
  /** The blocks that have run since it was last called: the counts begin anew. */
  takeBlocks(): ReadonlySet<string>;
  stop(): void;
}
