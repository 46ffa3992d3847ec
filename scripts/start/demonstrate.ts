import { performance } from "node:perf_hooks";
import { run as runCodegen } from "../../codegen/cli/main.js";
import { endpoint } from "../../src/entries/endpoint.js";
import { userAgent } from "../../src/version.js";
import { qualifiedName, readRecordedDeliveries } from "./recorded-deliveries.js";
import type { RecordedDelivery } from "./recorded-deliveries.js";
import { startReceiver } from "./receiver.js";
import type { Receiver } from "./receiver.js";
import { formatReport } from "./report.js";
import { createSender } from "./send.js";
import type { Answer, Sender } from "./send.js";
import type { Terminal } from "./terminal.js";

/** What the parts of the demonstration work with. */
interface Stage {
  readonly terminal: Terminal;
  readonly receiver: Receiver;
  readonly sender: Sender;
  readonly deliveries: readonly RecordedDelivery[];
}

/** Runs the whole pipeline once; resolves with the process's exit code. */
export async function demonstrate(terminal: Terminal, secret: string): Promise<number> {
  const start = performance.now();
  terminal.line(terminal.style("bold", userAgent.replace("/", " ")));

  terminal.section("Generate", "schema/ → generated/");
  if ((await generate(terminal)) !== 0) return 1;

  terminal.section("Build a request");
  showRequest(terminal);

  let handlersRun = 0;
  const receiver = await startReceiver(secret, (delivery) => {
    handlersRun += delivery.handlers.length;
    terminal.line(formatReport(terminal, delivery));
  });
  const sender = createSender(receiver.url, secret);
  const stage = { terminal, receiver, sender, deliveries: readRecordedDeliveries() };
  try {
    const received = await sendAll(stage);
    expectHandled(handlersRun, received);
    const refused = await sendForged(stage);
    const failed = await sendToFailingHandler(stage);
    terminal.section("Summary");
    showCount(terminal, received, "deliveries received");
    showCount(terminal, handlersRun, "handlers run");
    showCount(terminal, refused, "forged delivery refused");
    showCount(terminal, failed, "failing handler answered");
    showCount(terminal, ((performance.now() - start) / 1000).toFixed(1), "seconds");
  } finally {
    await receiver.close();
  }
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

async function sendAll({ terminal, receiver, sender, deliveries }: Stage): Promise<number> {
  terminal.section("Receive", `${deliveries.length} recorded deliveries → POST ${receiver.url}`);
  let received = 0;
  for (const delivery of deliveries) {
    received += 1;
    expectStatus(await sender.send(`delivery-${received}`, delivery), 200);
  }
  return received;
}

async function sendForged({ terminal, sender, deliveries }: Stage): Promise<number> {
  terminal.section("Refuse", "a recorded delivery under a forged signature");
  const delivery = findDelivery(deliveries, "issues.opened");
  expectStatus(await sender.send("forged", delivery, `sha256=${"0".repeat(64)}`), 400);
  return 1;
}

async function sendToFailingHandler({
  terminal,
  receiver,
  sender,
  deliveries,
}: Stage): Promise<number> {
  terminal.section("Fail", "a handler that throws");
  receiver.webhooks.on("star.created", () => {
    throw new Error("the database is gone");
  });
  const answer = await sender.send("failing", findDelivery(deliveries, "star.created"));
  expectStatus(answer, 500);
  terminal.line(`       ${terminal.style("dim", `answered with ${answer.body.trim()}`)}`);
  return 1;
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

/** Each delivery reaches the handler for any event, whatever else it reaches. */
function expectHandled(handlersRun: number, received: number): void {
  if (handlersRun >= received) return;
  throw new Error(
    `Expected a handler for each of ${received} deliveries, ${handlersRun} have run.`,
  );
}

function showCount(terminal: Terminal, count: number | string, text: string): void {
  terminal.line(`  ${terminal.style("bold", String(count).padStart(5))}  ${text}`);
}
