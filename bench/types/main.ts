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
  // A lookup that waits for the route costs a hundred calls 0.04 s; without it, the first awaited call
  // takes a second.
  client: { instantiations: 0.1, "check time": 0.14, memory: 0.65 },
  // The class knows all responses by name, and the events of deliveries.
  class: { instantiations: 0.1, "check time": 0.1, memory: 0.76 },
  sent: { instantiations: 2, "check time": 2, memory: 1.2 },
};

/** The peers and the compilers. */
const PACKAGES = ["@octokit/request", "@octokit/webhooks", "typescript", "typescript-7"];

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

/** All figures of this run. Only their ratios are judged. */
const details: (readonly (string | number)[])[] = [];
const workspace = createWorkspace();
try {
  const rows = [...(await compilePrograms()), ...(await askEditors())];
  console.log(`${printTable(["program", "measure", "typewire", "peer"], details)}\n`);
  report("types", rows, { isWritten: values.write, packages: PACKAGES });
} finally {
  workspace.remove();
}

/** The highest ratio over the programs of a family, for each compiler and measure. */
async function compilePrograms(): Promise<readonly Row[]> {
  const [current, next] = [await compileAll("typescript"), await compileAll("typescript-7")];
  return [...current].map(([key, figure]) => {
    const [family, measure] = key.split(": ") as [Family, keyof Cost]; // as `compileAll` joins them
    const nextFigure = next.get(key) ?? Number.NaN;
    const atMost = LIMITS[family][measure];
    const limits = [{ measure: `${measure}, TypeScript 7`, figure: nextFigure, atMost }];
    return { job: family, measure, figure, atMost, beside: { "TypeScript 7": nextFigure }, limits };
  });
}

async function compileAll(compiler: string): Promise<ReadonlyMap<string, number>> {
  const highest = new Map<string, number>();
  for (const { name, family, ours, peer } of programs) {
    if (!name.includes(values.only)) continue;
    const folders = Object.entries({ ours, peer }).map(([subject, text]) =>
      workspace.addProgram(`${subject} ${name}`, text),
    );
    const [ourCost, peerCost] = await measureCompilations(compiler, folders, runs);
    if (ourCost === undefined || peerCost === undefined) continue;
    for (const measure of ["instantiations", "check time", "memory"] as const) {
      const key = `${family}: ${measure}`;
      details.push([`${compiler}: ${name}`, measure, ourCost[measure], peerCost[measure]]);
      highest.set(key, Math.max(highest.get(key) ?? 0, ourCost[measure] / peerCost[measure]));
    }
  }
  return highest;
}

async function askEditors(): Promise<readonly Row[]> {
  const highest = { open: 0, memory: 0 };
  const rows: Row[] = [];
  for (const { name, question, ours, peer, atMost } of editorCases) {
    if (!name.includes(values.only)) continue;
    const folder = workspace.addProgram("editor", "");
    const costs = await measureInTurns([ours, peer], runs, (text) =>
      measureEditor(folder, text, question),
    );
    const [ourCost, peerCost] = costs.map(toMedians);
    if (ourCost === undefined || peerCost === undefined) continue;
    for (const key of ["open", "memory", "answer"] as const)
      details.push([`editor: ${name}`, key, ourCost[key], peerCost[key]]);
    highest.open = Math.max(highest.open, ourCost.open / peerCost.open);
    highest.memory = Math.max(highest.memory, ourCost.memory / peerCost.memory);
    rows.push({ job: "editor", measure: name, figure: ourCost.answer / peerCost.answer, atMost });
  }
  const common = { job: "editor", atMost: EDITOR_LIMIT };
  return [
    ...rows,
    { ...common, measure: "open to first answer", figure: highest.open },
    { ...common, measure: "memory", figure: highest.memory },
  ].filter(({ figure }) => figure > 0); // 0 where `--only` leaves out all editors
}

function toMedians(costs: readonly EditorCost[]): EditorCost {
  const middle = (key: keyof EditorCost): number => median(costs.map((cost) => cost[key]));
  return { open: middle("open"), answer: middle("answer"), memory: middle("memory") };
}
