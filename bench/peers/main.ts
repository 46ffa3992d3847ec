/**
 * Prints the size of one call, and of one verified delivery, beside well-known packages and their
 * abilities, for Node, for browsers and for workers. It installs these from the lock file beside this
 * file. Run it after `npm run build`; `--write` writes the tables into `bench/README.md`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { installPackages } from "../../scripts/install.js";
import { printTable, showTable } from "../harness/table.js";
import { firstSizeOf, sizeOf } from "../size/bundle.js";

const HERE = "bench/peers";

// A program of one peer imports the SDK that this peer generates.
const generator = `${installPackages(HERE)}/@hey-api/openapi-ts/bin/run.js`;
const description = ["--input", `${HERE}/openapi.yaml`];
const output = ["--output", "bench/dist/hey-api", "--silent"];
execFileSync(process.execPath, [generator, ...description, ...output], {
  stdio: ["ignore", "ignore", "inherit"],
});
const tables = parse(readFileSync(`${HERE}/programs.yaml`, "utf8")) as Record<string, Programs>; // its tables
for (const [title, programs] of Object.entries(tables)) await show(title, programs);

async function show(title: string, programs: Programs): Promise<void> {
  const rows: Sizes[] = [];
  for (const [name, program] of Object.entries(programs)) rows.push(await measure(name, program));
  rows.sort((one, other) => one.node - other.node);
  const head = [title, "bytes, Node", "browser", "worker", "at the start", "does of itself"];
  const lines = rows.map(({ name, node, browser, worker, first, abilities }) => {
    return [name, node, browser, worker, first, abilities];
  });
  showTable(title, printTable(head, lines), { isWritten: process.argv.includes("--write") });
}

async function measure(name: string, { source, abilities }: Program): Promise<Sizes> {
  const folder = name.startsWith("typewire") ? "bench" : HERE;
  return {
    name,
    abilities,
    node: await sizeOf(source, folder),
    browser: await sizeOf(source, folder, "browser"),
    worker: await sizeOf(source, folder, "worker"),
    first: await firstSizeOf(source, folder),
  };
}

/** Programs by their names, for each table. */
type Programs = Readonly<Record<string, Program>>;

interface Program {
  readonly source: string;
  readonly abilities: string;
}

/** Bytes of a program for each target, and those that a page loads at its start. */
interface Sizes {
  readonly name: string;
  readonly abilities: string;
  readonly node: number;
  readonly browser: number;
  readonly worker: number;
  readonly first: number;
}
