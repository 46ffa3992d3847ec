/**
 * Prints the size of one call, and of one verified delivery, beside well-known packages and their
 * abilities, for Node, for browsers and for workers. It installs these from the lock file beside this file. Run it after `npm run build`;
 * `--write` writes the tables into `bench/README.md`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { installPackages } from "../../scripts/install.js";
import { printTable, showTable } from "../harness/table.js";
import { firstSizeOf, sizeOf } from "../size/bundle.js";

const HERE = "bench/peers";

/** Programs by their names, for each table. */
type Programs = Readonly<Record<string, { readonly source: string; readonly abilities: string }>>;

async function show(title: string, programs: Programs): Promise<void> {
  const rows: (readonly [string, number, number, number, number, string])[] = [];
  for (const [name, { source, abilities }] of Object.entries(programs)) {
    const folder = name.startsWith("typewire") ? "bench" : HERE;
    const bytes = [
      await sizeOf(source, folder),
      await sizeOf(source, folder, "browser"),
      await sizeOf(source, folder, "worker"),
      await firstSizeOf(source, folder),
    ] as const;
    rows.push([name, ...bytes, abilities]);
  }
  rows.sort(([, one], [, other]) => one - other);
  const isWritten = process.argv.includes("--write");
  showTable(
    title,
    printTable([title, "bytes, Node", "browser", "worker", "at the start", "does of itself"], rows),
    isWritten,
  );
}

const generator = `${installPackages(HERE)}/@hey-api/openapi-ts/bin/run.js`;
const argv = [
  generator,
  "--input",
  `${HERE}/openapi.yaml`,
  "--output",
  "bench/dist/hey-api",
  "--silent",
];
execFileSync(process.execPath, argv, { stdio: ["ignore", "ignore", "inherit"] });
const tables = parse(readFileSync(`${HERE}/programs.yaml`, "utf8")) as Record<string, Programs>; // its tables
for (const [title, programs] of Object.entries(tables)) await show(title, programs);
