/** What the receiver of `--listen` shows of requests from outside. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookHeaders, webhookPath } from "../../generated/constants.js";
import {
  startReceiver,
  type DeliveryReport,
  type RunningReceiver,
} from "../../scripts/start/receiver.js";
import { formatReport } from "../../scripts/start/report.js";
import { createTerminal } from "../../cli/terminal/terminal.js";
import { sign } from "../../generated/methods.js";
import { createScreen } from "./screen.js";

const SECRET = "a secret";
const BODY = '{"action":"opened"}';

let receiver: RunningReceiver;
const reports: DeliveryReport[] = [];

beforeAll(async () => {
  receiver = await startReceiver(SECRET, (report) => reports.push(report));
});
afterAll(() => receiver.close());
beforeEach(() => void reports.splice(0));

describe("a row of --listen", () => {
  it("names the handlers that were reached", async () => {
    const { row, reason } = await show();
    expect(row).toMatch(/^ {2}200 {2}issues\.opened +issues\.opened, issues, any$/);
    expect(reason).toBe("");
  });

  it.each([
    ["another content type", 415, { "content-type": "text/plain" }, "UNSUPPORTED_MEDIA_TYPE"],
    ["a wrong signature", 400, { [webhookHeaders.signature]: "sha256=0" }, "SIGNATURE_MALFORMED"],
    ["an event name that is none", 400, { [webhookHeaders.event]: "a.b" }, "INVALID_EVENT_NAME"],
  ])("gives the reason for %s", async (_, status, changes, code) => {
    const { row, reason } = await show(changes);
    expect(row).toMatch(new RegExp(`^ {2}${status} {2}\\S+$`));
    expect(reason).toContain(code);
  });

  it("gives the reason when the path is another", async () => {
    const { row, reason } = await show({}, new URL("/elsewhere", receiver.url).href);
    expect(row).toBe("  404  issues");
    expect(reason).toContain(`Deliveries are sent to ${webhookPath}.`);
  });

  it("keeps to its width whatever was sent", async () => {
    const { row } = await show({
      [webhookHeaders.event]: "long_".repeat(100),
      [webhookHeaders.delivery]: "1".repeat(500),
    });
    expect(row).toContain("…");
  });
});

/** The rows that are shown of one request, which differs from a good delivery in some headers or its address. */
async function show(changes: Record<string, string> = {}, target = receiver.url) {
  const headers = {
    "content-type": "application/json",
    [webhookHeaders.event]: "issues",
    [webhookHeaders.delivery]: "delivery-1",
    [webhookHeaders.signature]: sign(SECRET, BODY),
    ...changes,
  };
  await fetch(target, { method: "POST", headers, body: BODY });
  expect(reports).toHaveLength(1);
  const terminal = createTerminal(createScreen(false), {});
  const lines = reports.flatMap((report) => formatReport(terminal, report));
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  return { row: lines[0], reason: lines.slice(1).join(" ").replace(/\s+/g, " ") };
}
