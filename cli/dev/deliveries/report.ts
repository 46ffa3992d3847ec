/** Prints the report on a delivery. */
import { COLUMNS, type Style, type Terminal, truncate } from "../../terminal/terminal.js";
import { makeVisible, makeVisibleLine } from "../../terminal/visible-text.js";
import { nameWithAction, printDeviations } from "../../service/event-printer.js";
import { describeTarget } from "./forward.js";
import type { Report } from "./judge.js";

/**
 * Prints a line of 80 columns, and indented lines with the reasons if there are any.
 * @param hasPayload Prints the whole payload, too.
 */
export function printReport(report: Report, hasPayload: boolean, paint: Terminal["style"]): string {
  const errors = report.errors.map((message) => `  A handler failed: ${makeVisibleLine(message)}`);
  const lines = [printLine(report, paint), ...printRefusal(report), ...errors];
  // A report with `stored` is a later one: the first has said the rest.
  if (report.stored !== undefined) return lines.join("\n");
  const { forwarded, deviations, payload } = report;
  return [
    ...lines,
    ...(forwarded === undefined ? [] : [`  ${makeVisibleLine(describeTarget(forwarded))}`]),
    ...printDeviations(deviations),
    ...(hasPayload && payload !== undefined ? [makeVisible(JSON.stringify(payload, null, 2))] : []),
  ].join("\n");
}

/** Prints the likeliest reason of a refusal, in a line. */
function printRefusal({ outcome, findings, reason }: Report): readonly string[] {
  const [finding] = findings;
  if (finding !== undefined)
    return [makeVisibleLine(`  ${finding.message} ${finding.advice}`.trimEnd())];
  return outcome === "refused" && reason !== undefined ? [`  Refused: ${reason}.`] : [];
}

// ---- The line

/** Widths of the columns of a line; a space stands between any two of them. */
const TIME = 8;
const VERDICT = 22;
const STATUS = 3;
const DURATION = 9;

/** The name and the id share what the others and the spaces between leave. */
const NAME_AND_ID = COLUMNS - (TIME + 1) - (1 + VERDICT) - (1 + STATUS) - (1 + DURATION);

/** The start of an id is enough, so that a long name leaves it only this much. */
const SHORT_ID = 8;
const NAME = NAME_AND_ID - 1 - SHORT_ID;

/** Prints `09:41:07 issues.opened 72d3162e-cc78-11e3-… verified               200     12 ms`. */
function printLine(report: Report, paint: Terminal["style"]): string {
  const { event, action } = report;
  const time = showTime(report.receivedAt);
  const name = truncate(makeVisibleLine(nameWithAction(event || "(no event)", action)), NAME);
  const id = truncate(makeVisibleLine(report.id), NAME_AND_ID - name.length - 1);
  const gap = " ".repeat(NAME_AND_ID - `${name} ${id}`.length);
  const verdict = truncate(chooseVerdict(report), VERDICT).padEnd(VERDICT);
  const status = String(report.status).padStart(STATUS);
  const duration = showDuration(report).padStart(DURATION);
  const left = `${paint("dim", time)} ${paint("bold", name)} ${paint("dim", id)}${gap}`;
  return `${left} ${paint(chooseStyle(report), `${verdict} ${status} ${duration}`)}`;
}

function chooseVerdict(report: Report): string {
  const { isVerified, reason = "refused" } = report;
  return describeStored(report) ?? (isVerified ? "verified" : reason);
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

function chooseStyle({ errors, outcome }: Report): Style {
  return errors.length > 0 ? "red" : (STYLES[outcome] ?? "yellow");
}

function showDuration({ outcome, duration }: Report): string {
  return outcome === "running" ? "…" : `${Math.round(duration)} ms`;
}

function showTime(time: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

// ---- JSON

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
