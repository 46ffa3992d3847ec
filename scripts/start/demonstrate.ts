/** The demonstration of `npm start`: generation, requests, and signed deliveries to a server. */
import { performance } from "node:perf_hooks";
import { webhookHeaders } from "../../generated/constants.js";
import { endpoint } from "../../generated/endpoint.js";
import { showSeconds } from "./generate.js";
import {
  createRecordedSender,
  qualifiedName,
  readRecordedDeliveries,
  type RecordedDelivery,
  type Send,
} from "./recorded-deliveries.js";
import { startReceiver, type DeliveryReport, type RunningReceiver } from "./receiver.js";
import { formatEventTable, formatReport } from "./report.js";
import type { Terminal } from "../../cli/terminal/terminal.js";

/** Runs the whole pipeline once; resolves with the process's exit code. */
export async function demonstrate(
  terminal: Terminal,
  secret: string,
  generate: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  const start = performance.now();
  terminal.section("Generate", "schema/ → generated/");
  const code = await generate(terminal);
  if (code !== 0) return code;

  const { received, handlersRun, refused, failed } = await deliver(terminal, secret);
  terminal.section("Build a request");
  showRequest(terminal);
  terminal.section("Summary");
  const bold = (count: number | string) => terminal.style("bold", String(count));
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  terminal.line(`  ${bold(received)} deliveries received, ${bold(handlersRun)} handlers run`);
  terminal.line(
    `  ${bold(refused)} deliveries refused, ${bold(failed)} handler failed, ${bold(seconds)} seconds`,
  );
  terminal.section("Next");
  showNext(terminal);
  return 0;
}

async function deliver(terminal: Terminal, secret: string) {
  const reports: DeliveryReport[] = [];
  const receiver = await startReceiver(secret, (report) => reports.push(report));
  const send = createRecordedSender(receiver.url, secret);
  const stage = { terminal, receiver, send, deliveries: readRecordedDeliveries(), reports };
  try {
    return { ...(await sendAll(stage)), ...(await sendWrong(stage)) };
  } finally {
    receiver.close();
  }
}

async function sendAll(stage: Stage) {
  const { terminal, send, deliveries } = stage;
  terminal.section("Receive", `${deliveries.length} recorded deliveries, signed, over HTTP`);
  const end = showSeconds(terminal, "Sending");
  try {
    for (const [index, delivery] of deliveries.entries()) {
      await expectStatus(send(`delivery-${index + 1}`, delivery), 200);
    }
  } finally {
    end();
  }
  const reports = takeReports(stage, deliveries.length);
  for (const line of formatEventTable(terminal, reports)) terminal.line(line);
  return { received: reports.length, handlersRun: countHandlers(reports) };
}

async function sendWrong(stage: Stage) {
  const { terminal, receiver, send, deliveries } = stage;
  terminal.section("Refuse and fail", "a forged signature, no JSON, a handler that throws");
  const delivery = findRecorded(deliveries, "issues.opened");
  const forged = { [webhookHeaders.signature]: `sha256=${"0".repeat(64)}` };
  await expectStatus(send("forged", delivery, forged), 400);
  await expectStatus(send("text", delivery, { "content-type": "text/plain" }), 415);
  const refused = showReports(stage, 2);
  receiver.webhooks.on("star.created", () => {
    throw new Error("the database is gone");
  });
  await expectStatus(send("failing", findRecorded(deliveries, "star.created")), 500);
  return { refused, failed: showReports(stage, 1) };
}

function showReports(stage: Stage, expected: number): number {
  const reports = takeReports(stage, expected);
  for (const report of reports) {
    for (const line of formatReport(stage.terminal, report)) stage.terminal.line(line);
  }
  return reports.length;
}

/** @throws Error for another number, so that a run with wrong counts does not exit with 0. */
function takeReports({ reports }: Stage, expected: number): readonly DeliveryReport[] {
  const taken = reports.splice(0);
  if (taken.length === expected) return taken;
  throw new Error(`Got ${taken.length} reports of deliveries; expected ${expected}.`);
}

/** @throws Error when a delivery has not reached the handler of all events. */
function countHandlers(reports: readonly DeliveryReport[]): number {
  const missed = reports.find(({ handlers }) => !handlers.includes("any"));
  if (missed !== undefined) throw new Error(`No handler has run for delivery ${missed.id}.`);
  return reports.reduce((sum, { handlers }) => sum + handlers.length, 0);
}

function findRecorded(deliveries: readonly RecordedDelivery[], name: string): RecordedDelivery {
  const recorded = deliveries.find((delivery) => qualifiedName(delivery) === name);
  if (recorded === undefined) throw new Error(`No recorded delivery of ${name}.`);
  return recorded;
}

/** @throws Error for another status, so that a run with wrong answers does not exit with 0. */
async function expectStatus(answer: Promise<Response>, expected: number): Promise<void> {
  const response = await answer;
  const body = await response.text();
  if (response.status === expected) return;
  throw new Error(`Got status ${response.status}; expected ${expected}. ${body}`);
}

function showRequest(terminal: Terminal): void {
  const { method, url, headers } = endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5 });
  terminal.line(`  endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5 })`);
  terminal.line(`  ${terminal.style("cyan", method.toUpperCase())} ${url}`);
  for (const [name, value] of Object.entries(headers)) {
    terminal.line(`  ${terminal.style("dim", `${name}:`)} ${value}`);
  }
}

const NEXT: readonly (readonly [command: string, effect: string])[] = [
  ["npm start -- --listen", "receive deliveries from outside"],
  ["npm run codegen -- --watch", "regenerate at each save in schema/"],
  ["npm test", "run the tests"],
];

function showNext(terminal: Terminal): void {
  const width = Math.max(...NEXT.map(([command]) => command.length));
  for (const [command, effect] of NEXT) {
    terminal.line(`  ${terminal.style("cyan", command.padEnd(width))}  ${effect}`);
  }
}

/** Input of the steps of the demonstration. */
interface Stage {
  readonly terminal: Terminal;
  readonly receiver: RunningReceiver;
  readonly send: Send;
  readonly deliveries: readonly RecordedDelivery[];
  /** The reports on answered requests, in order. Each step removes its own. */
  readonly reports: DeliveryReport[];
}
