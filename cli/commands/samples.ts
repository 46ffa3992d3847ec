/** `typewire samples`: adds code samples that call the package to a description. */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { readDescription } from "../../codegen/files/read-description.js";
import { count } from "../../codegen/model/messages.js";
import { readArguments } from "../io/arguments.js";
import { type CliIo, locate, withProgress } from "../io/io.js";
import { locateSource } from "../io/paths.js";
import { FOLDERS } from "../io/tool.js";
import { expectManifest } from "../package/manifest.js";
import { addSamples, printSamples } from "../package/pages/samples.js";
import { readModel } from "../service/schema-folder.js";

/** File for the description with samples, which no package publishes. */
const DEFAULT_FILE = "openapi.augmented.json";

export const HELP = `Adds code samples that call the package to an OpenAPI description.

  typewire samples DESCRIPTION [--out FILE] [--schema DIR]

DESCRIPTION is the one that was imported: a file, an http(s) address, or - for standard input. Each
operation gets \`x-codeSamples\` in TypeScript, which documentation tools show.

  --out FILE     The file to write, as JSON. Default: ${DEFAULT_FILE}
  --schema DIR   The schema folder. Default: ${FOLDERS.schema}

Examples:
  npx typewire samples openapi.yaml
  npx typewire samples openapi.yaml --out site/openapi.json`;

const OPTIONS = {
  out: { type: "string", default: DEFAULT_FILE },
  schema: { type: "string", default: FOLDERS.schema },
} as const;

export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 1, "one OpenAPI description"]);
  const { value: manifest } = await expectManifest(values.schema, io);
  const packageName = String(manifest["name"]);
  const model = await readModel(values.schema, io, "routes");
  const source = locateSource(io, positionals[0] ?? "");
  const { root } = await withProgress(io, `Reading ${basename(source)}`, () =>
    readDescription(source, io, []),
  );
  const samples = await printSamples(model, packageName);
  const { description, count: added, without } = addSamples(root, samples, packageName);
  await writeFile(locate(io, values.out), `${JSON.stringify(description, null, 2)}\n`);
  io.out(`Wrote ${values.out}: ${count(added, "sample")}.`);
  for (const route of without) io.err(`${route} has no sample: no method calls it.`);
  return 0;
}
