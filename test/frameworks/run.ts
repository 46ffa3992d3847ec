/**
 * Runs the example of each framework by its two commands against signed deliveries, and prints a table.
 * The package is built first. What cannot be installed or started fails, as a wrong answer does.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { copyExpress, parseFirst } from "./express.js";
import { EXPRESS, type Framework, FRAMEWORKS, PUSH } from "./frameworks.js";
import { countGlue } from "./glue.js";
import { install, type Program, start } from "./program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Programs at a time: one waits for the registry while another builds. */
const LANES = 2;

const HEAD: Row = [
  "framework",
  "install s",
  "start s",
  "valid",
  "changed",
  "SIGTERM",
  "lines of glue",
];

const work = listWork(process.argv[2]);
if (work.length === 0) throw new Error(`There is no framework "${process.argv[2]}".`);
for (const [name = "", ...cells] of [HEAD, ...(await runAll(work))])
  console.log(`${name.padEnd(30)}${cells.map((cell) => cell.padEnd(11)).join("")}`.trimEnd());

/** Lists the rows to make: all, or that of one name. */
function listWork(only: string | undefined): readonly Work[] {
  const frameworks = FRAMEWORKS.map((framework) => ({
    name: framework.name,
    run: () => run(framework),
  }));
  const wrong = EXPRESS.map((version) => ({
    name: `Express ${version}, parser first`,
    run: () => runWrongOrder(version),
  }));
  return [...frameworks, ...wrong].filter(({ name }) => only === undefined || name === only);
}

async function runAll(work: readonly Work[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const left = work.entries(); // shared by the lanes
  const runLane = async () => {
    for (const [index, { name, run: runOne }] of left)
      rows[index] = await runOne().catch((error: unknown) => [name, fail(error)]);
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
  return rows;
}

/** Runs the example of a framework; returns its row of the table. */
async function run(framework: Framework): Promise<Row> {
  const { name, file, isOfRoot = false, express } = framework;
  const folder = `examples/${file.split("/", 1)[0] ?? ""}`;
  const glue = String(countGlue(`${root}/examples/${file}`));
  if (express !== undefined) {
    const judged = await inCopy(express, undefined, (program) => judge(program, framework));
    return [name, ...judged, glue];
  }
  const installing = isOfRoot ? "npm ci" : await time(() => install(`${root}/${folder}`));
  const judged = isOfRoot
    ? await use(root, ["npx", "tsx", `${folder}/server.ts`], (program) => judge(program, framework))
    : await use(`${root}/${folder}`, ["npm", "start"], (program) => judge(program, framework));
  return [name, installing, ...judged, glue];
}

/** Runs the Express example with a parser before the middleware. */
async function runWrongOrder(version: string): Promise<Row> {
  const answered = await inCopy(version, parseFirst, async ({ send }) => {
    const { status, text } = await send("pull_request.opened");
    const isExplained = status === 500 && text.includes("BODY_ALREADY_PARSED");
    return [isExplained ? "500 BODY_ALREADY_PARSED" : fail(`${status} ${text}`)];
  });
  return [`Express ${version}, parser first`, ...answered];
}

/** Uses a copy of the Express example; returns the seconds of its installation, and what `use` returns. */
async function inCopy(
  version: string,
  change: ((program: string) => string) | undefined,
  look: (program: Program) => Promise<Row>,
): Promise<Row> {
  const copy = await copyExpress(root, version, change);
  try {
    return [await time(() => install(copy)), ...(await use(copy, ["npm", "start"], look))];
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Starts a program and looks at it; returns the seconds until it listened, and what `look` returns. */
async function use(
  cwd: string,
  command: readonly [string, ...string[]],
  look: (program: Program) => Promise<Row>,
): Promise<Row> {
  const began = Date.now();
  const program = await start(cwd, command);
  const seconds = formatSeconds(Date.now() - began);
  try {
    return [seconds, ...(await look(program))];
  } finally {
    program.kill();
  }
}

/** Sends a good and a changed delivery, and ends the program. */
async function judge(program: Program, { handles = PUSH, end }: Framework): Promise<Row> {
  const [name, printed] = handles;
  const valid = await program.send(name);
  const changed = await program.send(name, (body) => `${body} `);
  await program.end();
  const lines = program.output().split("\n");
  const handled = lines.filter((line) => line.startsWith(printed)).length;
  const isEnd = lines.includes("Drained.") === (end === "drains");
  return [
    valid.status === 200 && handled === 1 ? "200" : fail(`${valid.status} ${program.output()}`),
    changed.status === 400 ? "400" : fail(`${changed.status} ${changed.text}`),
    isEnd ? end : fail(`it does not say that it ${end}`),
  ];
}

async function time(work: () => Promise<void>): Promise<string> {
  const began = Date.now();
  await work();
  return formatSeconds(Date.now() - began);
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function fail(reason: unknown): string {
  process.exitCode = 1;
  return `FAILED: ${reason instanceof Error ? reason.message : String(reason)}`;
}

type Row = readonly string[];

interface Work {
  readonly name: string;
  readonly run: () => Promise<Row>;
}
