/** Processor time of a streamed response, for each event. */
import { resolve } from "node:path";
import { installPackages } from "../../scripts/install.js";
import {
  type Conditions,
  measureInTurns,
  measureWanted,
  median,
  type Row,
  type Suite,
} from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { showFigure } from "../harness/table.js";

const PARSER = { isParserAlone: true, isNamed: false, count: 4_000, atMost: 1.7 };
const STREAM = { isParserAlone: false, isNamed: false, count: 250, atMost: 1.1 };

const JOBS = [
  { name: "parser, an event a chunk", ...PARSER, eventsPerChunk: 1 },
  { name: "parser, 50 events a chunk", ...PARSER, eventsPerChunk: 50 },
  { name: "parser, 50 events with names", ...PARSER, eventsPerChunk: 50, isNamed: true },
  { name: "stream, an event a chunk", ...STREAM, eventsPerChunk: 1 },
  { name: "stream, 50 events a chunk", ...STREAM, eventsPerChunk: 50 },
] as const;

export const streamsSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, (job) => measureJob(job, conditions));

async function measureJob(job: (typeof JOBS)[number], { isQuick }: Conditions): Promise<Row> {
  const { name, atMost, isParserAlone, isNamed, eventsPerChunk } = job;
  const count = job.count / (isQuick ? 5 : 1);
  const modules = resolve(installPackages("bench/peers"));
  const subjects = isParserAlone
    ? (["typewire", "eventsource-parser"] as const)
    : (["typewire", "eventsource-parser", "its stream"] as const);
  const results = await measureInTurns(subjects, isQuick ? 3 : 15, (subject) => {
    const trial: StreamTrial = { subject, isParserAlone, isNamed, eventsPerChunk, count, modules };
    return reportOf("streams-process", trial);
  });
  const times = results as readonly (readonly number[])[]; // a process reports one number
  // Compares within a round, because other work of the machine changes between rounds.
  const over = (peer: readonly number[] = []): number =>
    median((times[0] ?? []).map((time, round) => time / (peer[round] ?? NaN)));
  const [, parser, stream] = times;
  return {
    job: name,
    measure: stream ? "CPU × its stream" : "CPU × eventsource-parser",
    figure: over(stream ?? parser),
    atMost,
    beside: {
      ...(stream && { "× loop by hand": over(parser) }),
      "CPU, ns": times.map((each) => showFigure(median(each))).join(" / "),
    },
  };
}

/** The work of one measured process, which gets it as JSON. */
export interface StreamTrial {
  /** `eventsource-parser` is the parser, alone or in a loop by hand; `its stream` is the stream of that package. */
  readonly subject: "typewire" | "eventsource-parser" | "its stream";
  /** False for `client.stream` over an injected `fetch`. */
  readonly isParserAlone: boolean;
  readonly isNamed: boolean;
  readonly eventsPerChunk: number;
  /** Number of measured streams, of 500 events each. A quarter as many come first. */
  readonly count: number;
  /** The folder of the peers. */
  readonly modules: string;
}
