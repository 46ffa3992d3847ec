/** Prints the report on a delivery. */
import { COLUMNS, type Style, truncate } from "../../terminal/terminal.js";
import { makeVisible, makeVisibleLine } from "../../terminal/visible-text.js";
import { nameWithAction, printDeviations } from "../../service/event-printer.js";
import { describeTarget } from "./forward.js";
import type { Report } from "./judge.js";

type Paint = (style: Style, text: string) => string;

/** Columns at the end of a line: the verdict, the status and the duration. */
const END = 36;

/** Prints a line of 80 columns, and indented lines with the reasons if there are any. */
export function printReport(report: Report, isWhole: boolean, paint: Paint): string {
  const { findings, errors, payload, forwarded, reason, stored } = report;
  // The first report on a delivery printed its deviations.
  const deviations = stored === undefined ? report.deviations : [];
  const isRefused = report.outcome === "refused";
  return [
    printLine(report, paint),
    ...findings
      .slice(0, 1)
      .map(({ message, advice }) => makeVisibleLine(`  ${message} ${advice}`.trimEnd())),
    ...(isRefused && findings.length === 0 && reason !== undefined
      ? [`  Refused: ${reason}.`]
      : []),
    ...errors.map((message) => `  A handler failed: ${makeVisibleLine(message)}`),
    ...(forwarded === undefined || stored !== undefined
      ? []
      : [`  ${makeVisibleLine(describeTarget(forwarded))}`]),
    ...printDeviations(deviations),
    ...(isWhole && stored === undefined && payload !== undefined
      ? [makeVisible(JSON.stringify(payload, null, 2))]
      : []),
  ].join("\n");
}

function printLine(report: Report, paint: Paint): string {
  const { id, receivedAt, outcome, status, duration, isVerified, reason } = report;
  const time = showTime(receivedAt);
  const room = COLUMNS - time.length - END - 2;
  const name = makeVisibleLine(nameWithAction(report.event || "(no event)", report.action));
  // The name gets more room than the id, whose start is enough.
  const shownName = truncate(name, Math.max(room - 9, 12));
  const shownId = truncate(makeVisibleLine(id), Math.max(room - shownName.length - 1, 0));
  const verdict = truncate(
    describeStored(report) ?? (isVerified ? "verified" : (reason ?? "refused")),
    22,
  );
  const took = outcome === "running" ? "…" : `${Math.round(duration)} ms`;
  const style = report.errors.length > 0 ? "red" : (STYLES[outcome] ?? "yellow");
  const left = `${paint("dim", time)} ${paint("bold", shownName)} ${paint("dim", shownId)}`;
  const gap = " ".repeat(Math.max(room - shownName.length - 1 - shownId.length, 0));
  const end = `${verdict.padEnd(22)} ${String(status).padStart(3)} ${took.padStart(9)}`;
  return `${left}${gap} ${paint(style, end)}`;
}

/** Describes the end of an attempt of an inbox. */
function describeStored({ stored, outcome }: Report): string | undefined {
  if (stored === undefined) return undefined;
  if (stored.isDuplicate) return `seen before, ${outcome}`;
  const end = outcome === "done" || outcome === "dead" ? outcome : "failed";
  return stored.attempt === 1 && end === "done" ? end : `${end}, attempt ${stored.attempt}`;
}

const STYLES: Readonly<Partial<Record<Report["outcome"], Style>>> = {
  done: "green",
  waiting: "green",
  refused: "red",
  failed: "red",
};

function showTime(time: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Prints a line of JSON. */
export function printReportAsJson(report: Report): string {
  const { id, event, action, receivedAt, outcome, isVerified, reason, findings } = report;
  const { errors, status, duration, forwarded, stored, deviations, payload } = report;
  return JSON.stringify({
    time: new Date(receivedAt).toISOString(),
    id,
    name: event,
    action,
    outcome,
    verified: isVerified,
    reason,
    ...(findings.length > 0 && { findings }),
    ...(errors.length > 0 && { errors }),
    ...(forwarded && { forwarded: { to: forwarded.target, status: forwarded.status ?? null } }),
    status,
    duration: Math.round(duration),
    ...(stored && { attempt: stored.attempt, ...(stored.isDuplicate && { duplicate: true }) }),
    valid: isVerified && deviations.length === 0,
    mistakes: deviations,
    payload,
  });
}
