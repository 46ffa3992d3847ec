/** The upper part of one delivery: why it failed, how it was answered, and its handlers and attempts. */
import type { DeliveryAnswer, InspectedAttempt, SignatureFinding } from "../../types.js";
import { formatDate, formatDuration } from "../format.js";
import { nameError } from "../groups.js";
import { state, useInspector } from "../state.js";

// ---- Why it failed

export function Findings({ delivery: { findings } }: { readonly delivery: DeliveryAnswer }) {
  if (findings === undefined || findings.length === 0) return null;
  return (
    <section class="findings" aria-label="Why the signature failed">
      <h3>Why the signature failed</h3>
      <ul>
        {findings.map((finding) => (
          <Finding key={finding.code} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Finding({ finding: { code, text, hint } }: { readonly finding: SignatureFinding }) {
  return (
    <li data-code={code}>
      <strong>{text}</strong>
      {hint !== undefined && <p>{hint}</p>}
      <code>{code}</code>
    </li>
  );
}

interface FailuresProps {
  readonly delivery: DeliveryAnswer;
  /** Offers to replay the marked deliveries. */
  readonly onReplayAll: () => void;
}

/** Errors of the last attempt that failed, unless a later one succeeded. */
export function Failures({ delivery, onReplayAll }: FailuresProps) {
  const { outcome, history = [] } = delivery;
  const failures = outcome === "done" ? [] : listFailures(history);
  if (failures.length === 0) return null;
  return (
    <section class="findings" aria-label="Why it failed">
      {failures.map(({ title, error: { message, stack } }) => (
        <div key={title} class="failure">
          <h3>{title}</h3>
          <strong>{message}</strong>
          {stack !== undefined && (
            <pre tabIndex={0} aria-label="Stack">
              {stack}
            </pre>
          )}
        </div>
      ))}
      <SameError onReplayAll={onReplayAll} />
    </section>
  );
}

/** Lists the errors of the last attempt that failed: those of its handlers, then that of the attempt as a whole. */
function listFailures(history: readonly InspectedAttempt[]) {
  const last = history.findLast(
    ({ error, handlers }) => error !== undefined || handlers.some((each) => each.error),
  );
  const { error: errorOfAttempt, handlers = [] } = last ?? {};
  const ofHandlers = handlers.map(({ id, error }) => ({
    title: `The handler ${id} failed`,
    error,
  }));
  return [...ofHandlers, { title: "The attempt failed", error: errorOfAttempt }].flatMap(
    ({ title, error }) => (error === undefined ? [] : [{ title, error }]),
  );
}

/** Number of deliveries with the same error, and their replay. */
function SameError({ onReplayAll }: { readonly onReplayAll: () => void }) {
  const { items, selected, source, rows } = useInspector();
  const group = items.find(({ row }) => row.key === selected)?.group;
  if (group === undefined) return null;
  const keys = rows.filter((row) => nameError(row) === group).map(({ key }) => key);
  const replayAll = () => {
    state.set({ marks: new Set(keys) });
    onReplayAll();
  };
  return (
    <p class="same-error">
      {keys.length} deliveries have this error.{" "}
      {source?.canReplay && (
        <button type="button" onClick={replayAll}>
          Replay all of them…
        </button>
      )}
    </p>
  );
}

// ---- What became of it

export function Answer({ delivery: { answer, status } }: { readonly delivery: DeliveryAnswer }) {
  const { status: sent = status, body = "" } = answer ?? {};
  if (sent === undefined) return null;
  return (
    <p class="answer">
      <span class="label">Answered</span> <span class={sent < 300 ? "good" : "bad"}>{sent}</span>{" "}
      {body !== "" && <code>{body}</code>}
    </p>
  );
}

/** Handlers of the last attempt, with their time. */
export function Handlers({ history = [] }: Pick<DeliveryAnswer, "history">) {
  const handlers = history.at(-1)?.handlers ?? [];
  if (handlers.length === 0) return null;
  return (
    <div class="handlers">
      <span class="label" id="handlers-label">
        Handlers
      </span>
      <ul aria-labelledby="handlers-label">
        {handlers.map(({ id, duration, error }) => (
          <li key={id} class={error === undefined ? "good" : "bad"}>
            {error === undefined ? "✓" : "✕"} <code>{id}</code>
            {duration !== undefined && <span class="muted"> {formatDuration(duration)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Attempts on a line of time, from the arrival to the last one. */
export function Timeline({
  delivery: { history = [], receivedAt },
}: {
  readonly delivery: DeliveryAnswer;
}) {
  const timed = history.filter(({ at }) => at !== undefined);
  if (timed.length < 2) return null;
  const begin = Math.min(receivedAt, ...timed.map(({ at = 0 }) => at));
  const end = Math.max(...timed.map(({ at = 0 }) => at));
  return (
    <div class="timeline">
      <span class="label" id="timeline-label">
        Attempts
      </span>
      <ol aria-labelledby="timeline-label">
        {timed.map(({ attempt, at = 0, error, handlers }, index) => {
          const hasFailed = error !== undefined || handlers.some((each) => each.error);
          const title = `Attempt ${attempt}, ${formatDate(at)}: ${hasFailed ? "failed" : "done"}`;
          const left = `${((at - begin) / Math.max(1, end - begin)) * 100}%`;
          return (
            <li key={index} class={hasFailed ? "bad" : "good"} title={title} style={{ left }}>
              <span class="offscreen">{title}</span>
            </li>
          );
        })}
      </ol>
      <span class="muted">{formatDuration(end - begin)}</span>
    </div>
  );
}
