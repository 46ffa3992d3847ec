import { performance } from "node:perf_hooks";
import { run as runCodegen } from "../../codegen/main.js";
import { endpoint } from "../../src/entries/endpoint.js";
import { userAgent } from "../../src/version.js";
import { qualifiedName, readRecordedDeliveries } from "./recorded-deliveries.js";
import type { RecordedDelivery } from "./recorded-deliveries.js";
import { startReceiver } from "./receiver.js";
import type { Receiver } from "./receiver.js";
import { createSender } from "./send.js";
import type { Answer, Sender } from "./send.js";
import type { Terminal } from "./terminal.js";

interface Tally {
  received: number;
  handlersRun: number;
  refused: number;
  failed: number;
}

/** Runs the whole pipeline once; resolves with the process's exit code. */
export async function demonstrate(terminal: Terminal, secret: string): Promise<number> {
  const start = performance.now();
  terminal.line(terminal.style("bold", userAgent.replace("/", " ")));

  terminal.section("Generate", "schema/ → generated/");
  if ((await generate(terminal)) !== 0) return 1;

  terminal.section("Build a request");
  showRequest(terminal);

  const reached = new Map<string, string[]>();
  const receiver = await startReceiver(secret, {
    onHandled: (id, handler) => reached.set(id, [...(reached.get(id) ?? []), handler]),
    onFailure: (id, code) => reached.set(id, [...(reached.get(id) ?? []), code]),
  });
  const sender = createSender(receiver.url, secret);
  const tally: Tally = { received: 0, handlersRun: 0, refused: 0, failed: 0 };
  try {
    const deliveries = readRecordedDeliveries();
    terminal.section("Receive", `${deliveries.length} recorded deliveries → POST ${receiver.url}`);
    await sendAll(terminal, deliveries, sender, reached, tally);
    terminal.section("Refuse", "the same delivery, its signature forged");
    await sendForged(terminal, deliveries, sender, reached, tally);
    terminal.section("Fail", "a handler that throws");
    await sendToFailingHandler(terminal, deliveries, receiver, sender, reached, tally);
  } finally {
    await receiver.close();
  }

  terminal.section("Summary");
  showSummary(terminal, tally, performance.now() - start);
  return 0;
}

function generate(terminal: Terminal): Promise<number> {
  return runCodegen([], {
    out: (text) => terminal.line(`  ${text}`),
    err: (text) => terminal.line(`  ${terminal.style("red", text)}`),
  });
}

function showRequest(terminal: Terminal): void {
  const { method, url, headers } = endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5 });
  terminal.line(`  endpoint("GET /orgs/{org}/repos", { org: "acme", per_page: 5 })`);
  terminal.line(`  ${terminal.style("cyan", method.toUpperCase())} ${url}`);
  for (const [name, value] of Object.entries(headers)) {
    terminal.line(`  ${terminal.style("dim", `${name}:`)} ${value}`);
  }
}

async function sendAll(
  terminal: Terminal,
  deliveries: readonly RecordedDelivery[],
  sender: Sender,
  reached: ReadonlyMap<string, readonly string[]>,
  tally: Tally,
): Promise<void> {
  for (const [index, delivery] of deliveries.entries()) {
    const id = `delivery-${index + 1}`;
    const answer = await sender.send(id, delivery);
    expectStatus(answer, 200);
    const handlers = reached.get(id) ?? [];
    tally.received += 1;
    tally.handlersRun += handlers.length;
    showAnswer(terminal, answer, qualifiedName(delivery), handlers.join(", "));
  }
}

async function sendForged(
  terminal: Terminal,
  deliveries: readonly RecordedDelivery[],
  sender: Sender,
  reached: ReadonlyMap<string, readonly string[]>,
  tally: Tally,
): Promise<void> {
  const delivery = findDelivery(deliveries, "issues.opened");
  const answer = await sender.send("forged", delivery, `sha256=${"0".repeat(64)}`);
  expectStatus(answer, 400);
  tally.refused += 1;
  showAnswer(terminal, answer, qualifiedName(delivery), (reached.get("forged") ?? []).join(", "));
}

async function sendToFailingHandler(
  terminal: Terminal,
  deliveries: readonly RecordedDelivery[],
  receiver: Receiver,
  sender: Sender,
  reached: ReadonlyMap<string, readonly string[]>,
  tally: Tally,
): Promise<void> {
  const delivery = findDelivery(deliveries, "star.created");
  receiver.webhooks.on("star.created", () => {
    throw new Error("the database is gone");
  });
  const answer = await sender.send("failing", delivery);
  expectStatus(answer, 500);
  tally.failed += 1;
  showAnswer(terminal, answer, qualifiedName(delivery), (reached.get("failing") ?? []).join(", "));
  terminal.line(`       ${terminal.style("dim", `answered with ${answer.body.trim()}`)}`);
}

function findDelivery(deliveries: readonly RecordedDelivery[], name: string): RecordedDelivery {
  const found = deliveries.find((delivery) => qualifiedName(delivery) === name);
  if (found === undefined) throw new Error(`No recorded delivery of ${name}.`);
  return found;
}

/** A run that shows the wrong answers must not exit with 0. */
function expectStatus(answer: Answer, expected: number): void {
  if (answer.status === expected) return;
  throw new Error(`Expected ${expected}, got ${answer.status}: ${answer.body}`);
}

function showAnswer(terminal: Terminal, answer: Answer, name: string, about: string): void {
  const status = terminal.style(answer.status < 300 ? "green" : "red", String(answer.status));
  terminal.line(`  ${status}  ${name.padEnd(46)}  ${terminal.style("dim", about)}`);
}

function showSummary(terminal: Terminal, tally: Tally, milliseconds: number): void {
  const row = (count: number, text: string) =>
    terminal.line(`  ${terminal.style("bold", String(count).padStart(5))}  ${text}`);
  row(tally.received, "deliveries received");
  row(tally.handlersRun, "handlers run");
  row(tally.refused, "forged delivery refused");
  row(tally.failed, "failing handler answered");
  terminal.line(`  ${(milliseconds / 1000).toFixed(1).padStart(5)}  seconds`);
}
