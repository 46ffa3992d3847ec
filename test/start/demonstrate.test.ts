/** What `npm start` shows, without the generator's run, which has tests of its own. */
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { demonstrate } from "../../scripts/start/demonstrate.js";
import { GENERATOR } from "../../scripts/start/generate.js";
import { readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { createTerminal, type Terminal } from "../../cli/terminal/terminal.js";
import { createScreen } from "./screen.js";

const ESCAPE = /\u001b/;

describe("npm start", () => {
  let shown: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    shown = await run(false, {});
  });

  it("fits into 80 columns and about 60 lines", () => {
    expect(shown.status).toBe(0);
    for (const line of shown.lines) expect(line.length, line).toBeLessThanOrEqual(80);
    // A busy machine adds a few lines of progress.
    const lasting = shown.lines.filter((line) => !line.endsWith(" so far"));
    expect(lasting.length).toBeLessThanOrEqual(61);
  });

  it("has no escape sequence in a pipe, nor with NO_COLOR", async () => {
    expect(shown.text).not.toMatch(ESCAPE);
    expect((await run(true, { NO_COLOR: "1" })).text).not.toMatch(ESCAPE);
    expect((await run(true, {})).text).toMatch(ESCAPE);
  });

  it("has one row for each event, with its deliveries and handlers", () => {
    const expected = new Map<string, number>();
    for (const { name } of readRecordedDeliveries()) {
      expected.set(name, (expected.get(name) ?? 0) + 1);
    }
    const rows = readEventRows(shown.lines);
    expect(rows).toHaveLength(expected.size);
    expect(new Map(rows.map(({ event, sent }) => [event, sent]))).toEqual(expected);
    // Handlers of `issues` and of any event run for each of the 29 recorded ones, that of `issues.opened` for four.
    const issues = { event: "issues", sent: 29, handlersRun: 29 + 29 + 4 };
    expect(rows.find(({ event }) => event === "issues")).toEqual(issues);
    const handlersRun = rows.reduce((sum, row) => sum + row.handlersRun, 0);
    expect(shown.text).toContain(`${handlersRun} handlers run`);
  });

  it("gives the reason of every answer that is an error", () => {
    const start = shown.lines.findIndex((line) => line.startsWith("Refuse and fail"));
    const text = shown.lines.slice(start).join(" ").replace(/\s+/g, " ");
    expect(text).toMatch(/ 400 issues Delivery .*SIGNATURE_MISMATCH\. [A-Z]/);
    expect(text).toMatch(
      / 415 issues Delivery .*UNSUPPORTED_MEDIA_TYPE\. The body must be application\/json /,
    );
    expect(text).toMatch(/ 500 star\.created star\.created, any Delivery .*HANDLER_FAILED\./);
  });

  it("ends with the request, the summary and what to do next", () => {
    const headings = ["Build a request", "Summary", "Next"].map((title) =>
      shown.lines.indexOf(title),
    );
    const [request = -1, summary = -1, next = -1] = headings;
    expect(request).toBeGreaterThan(shown.lines.length - 20);
    expect(summary).toBeGreaterThan(request);
    expect(next).toBeGreaterThan(summary);
    expect(shown.lines[request + 2]).toBe(
      "  GET https://api.vendor.example/orgs/acme/repos?per_page=5",
    );
    expect(shown.lines.slice(next).join()).toContain("npm start -- --listen");
  });

  it("ends at once with the exit code of a generator that failed", async () => {
    const { status, lines } = await run(false, {}, 1);
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe("  Generated.");
  });

  it("starts the generator by a file that is there", () => {
    expect(existsSync(GENERATOR)).toBe(true);
  });
});

/** The rows of the table of events, two of which stand on a line: `issues  29  62   push  4  8`. */
function readEventRows(lines: readonly string[]) {
  return lines.flatMap((line) =>
    [...line.matchAll(/(\w+) +(\d+) +(\d+)(?= |$)/g)].map(([, event = "", sent, run]) => ({
      event,
      sent: Number(sent),
      handlersRun: Number(run),
    })),
  );
}

/** Demonstrates without the run of the generator, which ends with a code. */
async function run(isTTY: boolean, environment: NodeJS.ProcessEnv, code = 0) {
  const screen = createScreen(isTTY);
  const generate = (terminal: Terminal) => {
    terminal.line("  Generated.");
    return Promise.resolve(code);
  };
  const status = await demonstrate(createTerminal(screen, environment), "a secret", generate);
  return { status, text: screen.written(), lines: screen.lines() };
}
