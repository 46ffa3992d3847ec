import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readUncorrected } from "../read-schema.js";
import { describeReconciliation, reconcile, type Reconciliation } from "../reconcile/reconcile.js";
import { readRecordings, type Recording } from "../reconcile/recordings.js";
import { MODELINE, printProposals, writeCorrections } from "../reconcile/propose.js";
import type { ReconcileOptions } from "./command-line.js";
import { replaceFiles } from "./drafts.js";
import { readSchemaFolder } from "./files.js";
import { pointToMeta } from "./modelines.js";
import { type CommandIo, describeError } from "./report.js";

/**
 * Compares recorded deliveries with the schema, and prints the missing corrections or adds them to
 * `corrections.yaml`. Never rejects.
 */
export async function runReconcile(options: ReconcileOptions, io: CommandIo): Promise<number> {
  const { recordings, renames, schema } = options;
  try {
    const files = await readSchemaFolder(schema);
    const { model, corrections } = readUncorrected(files);
    const deliveries: Recording[] = [];
    for (const path of recordings) {
      const text = await readFile(path, "utf8");
      deliveries.push(...readRecordings({ path, text }, renames));
    }
    const result = reconcile(model, corrections, deliveries);
    const present = files.find(({ path }) => path === "corrections.yaml")?.text;
    await reportProposals(result, present ?? newCorrections(schema, io), options, io);
    for (const problem of result.problems) io.err(problem);
    io.out(describeReconciliation(result));
    return result.after === result.total ? 0 : 1;
  } catch (error) {
    io.err(describeError(error, schema));
    return 1;
  }
}

function newCorrections(schema: string, { tool }: CommandIo): string {
  if (tool === undefined) return MODELINE;
  return pointToMeta({ path: "corrections.yaml", text: MODELINE }, tool.metaOf(schema)).text;
}

async function reportProposals(
  { proposals }: Reconciliation,
  present: string,
  { schema, write: isWriting }: ReconcileOptions,
  io: CommandIo,
): Promise<void> {
  if (proposals.length === 0) return;
  if (!isWriting) {
    io.out((await printProposals(proposals)).trimEnd());
    return;
  }
  const file = { path: "corrections.yaml", text: await writeCorrections(present, proposals) };
  await replaceFiles(schema, [file]);
  io.out(`Wrote ${join(schema, file.path)}`);
}
