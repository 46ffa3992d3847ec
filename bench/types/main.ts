/**
 * Measures the cost of the types for a compiler and an editor, as ratios to the peers: a ratio carries
 * over to another machine, a figure does not. Run it after `npm run build`. Exits with 1 when a ratio is
 * above its limit. `--only request` measures a part; `--write` needs all.
 */
import { parseArgs } from "node:util";
import { measureInTurns, median, type Row } from "../harness/measure.js";
import { printTable, report } from "../harness/table.js";
import { type Cost, createWorkspace, measureCompilations } from "./compile.js";
import { type EditorCost, measureEditor } from "./language-server.js";
import { editorCases, type Family, programs } from "./programs.js";

/** The highest ratios to the peer. */
const LIMITS: Readonly<Record<Family, Cost>> = {
  webhooks: { instantiations: 0.1, "check time": 0.5, memory: 0.6 },
  routes: { instantiations: 0.05, "check time": 0.12, memory: 0.6 },
  // The check time has room for the conditional type that looks a response up only when the route of a call is known.
  // It costs a hundred calls 0.04 s, and saves a second at the first call that is awaited.
  client: { instantiations: 0.1, "check time": 0.14, memory: 0.65 },
  // More memory than a client, because the class refers to the response of each method, and to all events.
  class: { instantiations: 0.1, "check time": 0.1, memory: 0.76 },
  sent: { instantiations: 2, "check time": 2, memory: 1.2 },
};

/** The peers and the compilers. */
const PACKAGES = ["@octokit/request", "@octokit/webhooks", "typescript", "typescript-7"];

const MEASURES: readonly (keyof Cost)[] = ["instantiations", "check time", "memory"];

/** The highest ratios of the start of an editor's server, and of its memory. */
const EDITOR_LIMIT = 0.75;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
if (values.write && values.only !== "") throw new TypeError("--write needs all: leave out --only.");

const workspace = createWorkspace();
try {
  const compiled = [...(await compileAll("typescript")), ...(await compileAll("typescript-7"))];
  const edited = await askEditors();
  const figures = [...compiled, ...edited].map(
    ({ program, measure, ours, peer }) => [program, measure, ours, peer] as const,
  );
  console.log(`${printTable(["program", "measure", "typewire", "peer"], figures)}\n`);
  const rows = [...judgeCompilations(compiled), ...judgeEditors(edited)];
  report("types", rows, { isWritten: values.write, packages: PACKAGES });
} finally {
  workspace.remove();
}

function isWanted({ name }: { readonly name: string }): boolean {
  return name.includes(values.only);
}

// ---- Compilers

async function compileAll(compiler: Compiler): Promise<readonly Compilation[]> {
  const compilations: Compilation[] = [];
  for (const { name, family, ours, peer } of programs.filter(isWanted)) {
    const ourProgram = workspace.addProgram(`ours ${name}`, ours);
    const peerProgram = workspace.addProgram(`peer ${name}`, peer);
    const costOf = await measureCompilations(compiler, [ourProgram, peerProgram], runs);
    const [ourCost, peerCost] = [costOf(ourProgram), costOf(peerProgram)];
    for (const measure of MEASURES) {
      const costs = { ours: ourCost[measure], peer: peerCost[measure] };
      compilations.push({ program: `${compiler}: ${name}`, compiler, family, measure, ...costs });
    }
  }
  return compilations;
}

/** A row for each family and measure, with the highest ratio over the programs of the family. */
function judgeCompilations(compilations: readonly Compilation[]): readonly Row[] {
  const families = [...new Set(compilations.map(({ family }) => family))];
  return families.flatMap((family) =>
    MEASURES.map((measure) => {
      const alike = compilations.filter(
        (each) => each.family === family && each.measure === measure,
      );
      const highest = (compiler: Compiler): number =>
        highestRatio(alike.filter((each) => each.compiler === compiler));
      const [figure, next] = [highest("typescript"), highest("typescript-7")];
      const atMost = LIMITS[family][measure];
      const limits = [{ measure: `${measure}, TypeScript 7`, figure: next, atMost }];
      return { job: family, measure, figure, atMost, beside: { "TypeScript 7": next }, limits };
    }),
  );
}

// ---- Editors

async function askEditors(): Promise<readonly EditorSession[]> {
  const sessions: EditorSession[] = [];
  for (const { name, question, ours, peer, atMost } of editorCases.filter(isWanted)) {
    const folder = workspace.addProgram("editor", "");
    const costsOf = await measureInTurns([ours, peer], runs, (text) =>
      measureEditor(folder, text, question),
    );
    const [ourCost, peerCost] = [toMedians(costsOf(ours)), toMedians(costsOf(peer))];
    for (const measure of ["open", "memory", "answer"] as const) {
      const figures = { ours: ourCost[measure], peer: peerCost[measure] };
      sessions.push({ program: `editor: ${name}`, name, measure, atMost, ...figures });
    }
  }
  return sessions;
}

/** A row for each answer, and one for the highest ratio of each other measure. */
function judgeEditors(sessions: readonly EditorSession[]): readonly Row[] {
  if (sessions.length === 0) return []; // `--only` leaves out all editors
  const by = (measure: keyof EditorCost) => sessions.filter((each) => each.measure === measure);
  const common = { job: "editor", atMost: EDITOR_LIMIT };
  return [
    ...by("answer").map((session) => ({
      job: "editor",
      measure: session.name,
      figure: ratioOf(session),
      atMost: session.atMost,
    })),
    { ...common, measure: "open to first answer", figure: highestRatio(by("open")) },
    { ...common, measure: "memory", figure: highestRatio(by("memory")) },
  ];
}

function toMedians(costs: readonly EditorCost[]): EditorCost {
  const middle = (key: keyof EditorCost): number => median(costs.map((cost) => cost[key]));
  return { open: middle("open"), answer: middle("answer"), memory: middle("memory") };
}

// ---- Ratios

function ratioOf({ ours, peer }: Comparison): number {
  return ours / peer;
}

/** Without any comparison `NaN`, which is above every limit. */
function highestRatio(comparisons: readonly Comparison[]): number {
  return comparisons.length === 0 ? Number.NaN : Math.max(...comparisons.map(ratioOf));
}

/** A figure of a program for our package, and for the peer. Only the ratio is judged. */
interface Comparison {
  readonly program: string;
  readonly ours: number;
  readonly peer: number;
}

interface Compilation extends Comparison {
  readonly compiler: Compiler;
  readonly family: Family;
  readonly measure: keyof Cost;
}

interface EditorSession extends Comparison {
  /** The name of the question that the editor answers. */
  readonly name: string;
  readonly measure: keyof EditorCost;
  /** The highest ratio of the answer; absent if it is only shown. */
  readonly atMost: number | undefined;
}

type Compiler = "typescript" | "typescript-7";
