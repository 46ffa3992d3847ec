/**
 * What the types cost those who compile against them, side by side with the peers in one run. A
 * figure of its own says nothing about another machine; a ratio does. Run after `npm run build`.
 * Exits 1 when a ratio is above its limit. `--no-editors` and `--only request` measure a part.
 */
import { parseArgs } from "node:util";
import { measureCompilations } from "./compile.js";
import { editorCases } from "./editor-cases.js";
import { measureEditor, type EditorCost } from "./language-server.js";
import { compilationLimits, editorLimits } from "./limits.js";
import { median } from "../harness/median.js";
import { programs } from "./programs.js";
import { createReport } from "./report.js";
import { createWorkspace } from "./workspace.js";

const { values } = parseArgs({
  options: {
    package: { type: "string", default: "." },
    runs: { type: "string", default: "3" },
    compilation: { type: "boolean", default: true },
    editors: { type: "boolean", default: true },
    only: { type: "string", default: "" },
  },
  allowNegative: true,
});
const runs = Number(values.runs);
const report = createReport();
const workspace = createWorkspace(values.package);
try {
  if (values.compilation) compilePrograms();
  if (values.editors) await askEditors();
} finally {
  workspace.remove();
}
process.exitCode = report.print() ? 0 : 1;

function compilePrograms(): void {
  for (const compiler of ["typescript", "typescript-7"]) {
    for (const { name, family, ours, peer } of programs) {
      if (!name.includes(values.only)) continue;
      const limits = compilationLimits[family];
      const folders = [
        workspace.addProgram(`ours ${name}`, ours),
        workspace.addProgram(`peer ${name}`, peer),
      ];
      const [own, other] = measureCompilations(compiler, folders, runs);
      if (own === undefined || other === undefined) continue;
      const group = `${compiler}: ${name}`;
      const { instantiations, checkTime, memory } = limits;
      report.add(group, "instantiations", own.instantiations, other.instantiations, instantiations);
      report.add(group, "check time, s", own.checkTime, other.checkTime, checkTime);
      report.add(group, "memory, MiB", own.memory / 1024, other.memory / 1024, memory);
    }
  }
}

async function askEditors(): Promise<void> {
  for (const { name, question, ours, peer } of editorCases) {
    const ownFolder = workspace.addProgram("ours editor", "");
    const otherFolder = workspace.addProgram("peer editor", "");
    const own: EditorCost[] = [];
    const other: EditorCost[] = [];
    // In turns, so that what else the machine does falls on both.
    for (let run = 0; run < runs; run += 1) {
      own.push(await measureEditor(ownFolder, ours, question));
      other.push(await measureEditor(otherFolder, peer, question));
    }
    const add = (measure: string, key: "open" | "answer" | "memory", limit?: number): void => {
      const unit = key === "memory" ? 1024 : 1;
      const middle = (costs: readonly EditorCost[]): number =>
        median(costs.map((cost) => cost[key])) / unit;
      report.add(`editor: ${name}`, measure, middle(own), middle(other), limit);
    };
    add("open to first answer, ms", "open", editorLimits.open);
    add("answer after an edit, ms", "answer", editorLimits.answers.get(name));
    add("memory, MiB", "memory", editorLimits.memory);
  }
}
