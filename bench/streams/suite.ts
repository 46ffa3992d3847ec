/** Processor time of a streamed response, for each event. */
import { resolve } from "node:path";
import { installPackages } from "../../scripts/install.js";
import {
  type Conditions,
  measureInTurns,
  measureWanted,
  median,
  medianRatio,
  type Row,
  type Suite,
} from "../harness/measure.js";
import { reportOf } from "../harness/process.js";
import { showFigure } from "../harness/table.js";

const PARSER = "eventsource-parser";
const STREAM = "its stream";

const OF_PARSER = { isParserAlone: true, isNamed: false, count: 4_000, atMost: 1.7 };
const OF_STREAM = { isParserAlone: false, isNamed: false, count: 250, atMost: 1.1 };

const JOBS = [
  { name: "parser, an event a chunk", ...OF_PARSER, eventsPerChunk: 1 },
  { name: "parser, 50 events a chunk", ...OF_PARSER, eventsPerChunk: 50 },
  { name: "parser, 50 events with names", ...OF_PARSER, eventsPerChunk: 50, isNamed: true },
  { name: "stream, an event a chunk", ...OF_STREAM, eventsPerChunk: 1 },
  { name: "stream, 50 events a chunk", ...OF_STREAM, eventsPerChunk: 50 },
] as const;

export const streamsSuite: Suite = (conditions) =>
  measureWanted(JOBS, conditions, (job) => measureJob(job, conditions));

async function measureJob(job: StreamJob, { isQuick }: Conditions): Promise<Row> {
  const { name, atMost, isParserAlone, isNamed, eventsPerChunk } = job;
  const count = job.count / (isQuick ? 5 : 1);
  const modules = resolve(installPackages("bench/peers"));
  const subjects: readonly StreamSubject[] = isParserAlone
    ? ["typewire", PARSER]
    : ["typewire", PARSER, STREAM];
  const timesOf = await measureInTurns(subjects, isQuick ? 3 : 15, async (subject) => {
    const trial: StreamTrial = { subject, isParserAlone, isNamed, eventsPerChunk, count, modules };
    return (await reportOf("streams-process", trial)) as number; // its one message
  });
  const ratioTo = (peer: StreamSubject) => medianRatio(timesOf("typewire"), timesOf(peer));
  const times = subjects.map((subject) => showFigure(median(timesOf(subject)))).join(" / ");
  return isParserAlone
    ? {
        job: name,
        measure: `CPU × ${PARSER}`,
        figure: ratioTo(PARSER),
        atMost,
        beside: { "CPU, ns": times },
      }
    : {
        job: name,
        measure: "CPU × its stream",
        figure: ratioTo(STREAM),
        atMost,
        beside: { "× loop by hand": ratioTo(PARSER), "CPU, ns": times },
      };
}

/** The work of one measured process, which gets it as JSON. */
export interface StreamTrial {
  readonly subject: StreamSubject;
  /** False for `client.stream` over an injected `fetch`. */
  readonly isParserAlone: boolean;
  readonly isNamed: boolean;
  readonly eventsPerChunk: number;
  /** Number of measured streams, of 500 events each. A quarter as many come first. */
  readonly count: number;
  /** The folder of the peers. */
  readonly modules: string;
}

/** `eventsource-parser` is the parser, alone or in a loop by hand; `its stream` is the stream of that package. */
type StreamSubject = "typewire" | typeof PARSER | typeof STREAM;

type StreamJob = (typeof JOBS)[number];
