/** One delivery: why it failed, the answer, its attempts, and its content in tabs. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DeliveryAnswer, InspectedAttempt, SignatureFinding } from "../types.js";
import { TABS, type Tab } from "./address.js";
import { formatName, readContent, type Content } from "./copy.js";
import { nameError } from "./groups.js";
import { Badge } from "./list.js";
import { Differences, Payload } from "./payload.js";
import {
  api,
  copyAndTell,
  formatDate,
  formatDuration,
  formatSize,
  sendAndOpen,
  state,
  useInspector,
} from "./state.js";
import { Attempts, CopyAs, Headers, Raw } from "./tabs.js";

interface PaneProps {
  readonly onClose: () => void;
  readonly onEdit: (delivery: DeliveryAnswer, content: Content) => void;
  readonly onReplay: (key: string) => void;
  /** Offers to replay the marked deliveries. */
  readonly onReplayAll: () => void;
}

/** Milliseconds until a selection is loaded, because keys move through the list quickly. */
const SELECTION_PAUSE = 40;

export function DeliveryPane(props: PaneProps) {
  const { selected, versions } = useInspector();
  const version = selected === undefined ? 0 : (versions.get(selected) ?? 0);
  const [delivery, setDelivery] = useState<DeliveryAnswer>();
  const [error, setError] = useState("");
  useEffect(() => {
    if (selected === undefined) {
      setDelivery(undefined);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      api.get(selected).then(
        (answer) => {
          if (!isCurrent) return;
          setDelivery(answer);
          setError("");
        },
        (thrown: unknown) => {
          if (!isCurrent) return;
          setDelivery(undefined);
          setError(thrown instanceof Error ? thrown.message : "It could not be loaded.");
        },
      );
    }, SELECTION_PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [selected, version]);
  if (delivery === undefined) {
    return (
      <div class="nothing">
        <p>{error || "Loading…"}</p>
        {error !== "" && (
          <button type="button" onClick={props.onClose}>
            ← List
          </button>
        )}
      </div>
    );
  }
  return <DeliveryDetail key={delivery.key} delivery={delivery} {...props} />;
}

type DetailProps = PaneProps & { readonly delivery: DeliveryAnswer };

function DeliveryDetail(props: DetailProps) {
  const { delivery, onClose } = props;
  const { outcome, attempts, duration, receivedAt } = delivery;
  const { tab } = useInspector();
  const content = useMemo(() => readContent(delivery), [delivery]);
  const facts = [
    formatDate(receivedAt),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return (
    <article>
      <header class="detail-head">
        <button type="button" class="back" onClick={onClose}>
          <span class="only-narrow">← List</span>
          <span class="only-wide">✕</span>
          <span class="offscreen only-wide">Close</span>
        </button>
        <h2 tabIndex={-1} id="detail-title">
          {formatName(delivery)}
        </h2>
        <Badge outcome={outcome} />
        <span class="muted">{facts.join(" · ")}</span>
      </header>
      <Findings delivery={delivery} />
      <Failures {...props} />
      <Answer delivery={delivery} />
      <Handlers history={delivery.history} />
      <Timeline delivery={delivery} />
      <DeliveryActions {...props} content={content} />
      <TabList tab={tab} onChange={(name) => state.setTab(name)} />
      <Panel tab={tab} delivery={delivery} content={content} />
      <Facts delivery={delivery} />
    </article>
  );
}

function DeliveryActions({
  delivery,
  content,
  onEdit,
  onReplay,
}: DetailProps & { readonly content: Content }) {
  const { source } = useInspector();
  const { key } = delivery;
  return (
    <div class="bar-of-buttons">
      {source?.canResend && (
        <button type="button" onClick={() => void sendAndOpen(api.resend(key))}>
          Send again
        </button>
      )}
      {source?.canSend && (
        <button type="button" onClick={() => onEdit(delivery, content)}>
          Edit and send
        </button>
      )}
      {source?.canReplay && (
        <button type="button" onClick={() => onReplay(key)}>
          Replay
        </button>
      )}
      <button type="button" onClick={() => void copyAndTell(location.href, "The link is copied.")}>
        Copy link
      </button>
    </div>
  );
}

// ---- Why it failed

function Findings({ delivery: { findings } }: { readonly delivery: DeliveryAnswer }) {
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

/** Errors of the last attempt that failed, unless a later one succeeded. */
function Failures({ delivery, onReplayAll }: DetailProps) {
  const { outcome, history = [] } = delivery;
  const failures = outcome === "done" ? [] : listFailures(history);
  if (failures.length === 0) return null;
  return (
    <section class="findings" aria-label="Why it failed">
      {failures.map(({ handler, error: { message, stack } }) => (
        <div key={handler} class="failure">
          <h3>{handler === "" ? "The attempt failed" : `The handler ${handler} failed`}</h3>
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

function listFailures(history: readonly InspectedAttempt[]) {
  const last = history.findLast(
    ({ error, handlers }) => error !== undefined || handlers.some((each) => each.error),
  );
  const { error: whole, handlers = [] } = last ?? {};
  const named = handlers.map(({ id, error }) => ({ handler: id, error }));
  return [...named, { handler: "", error: whole }].flatMap(({ handler, error }) =>
    error === undefined ? [] : [{ handler, error }],
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

function Answer({ delivery: { answer, status } }: { readonly delivery: DeliveryAnswer }) {
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
function Handlers({ history = [] }: Pick<DeliveryAnswer, "history">) {
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
function Timeline({
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

function Facts({ delivery }: { readonly delivery: DeliveryAnswer }) {
  const { id, receivedAt, size, note, url } = delivery;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Id", id],
    ["Received", new Date(receivedAt).toISOString()],
    ["Size", formatSize(size)],
    ["Sent to", url],
    ["Note", note],
  ];
  return (
    <dl class="facts-of-delivery">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function TabList({ tab, onChange }: { readonly tab: Tab; readonly onChange: (tab: Tab) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(TABS) as Tab[];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = by && names[(names.indexOf(tab) + by + names.length) % names.length];
    if (!to) return;
    onChange(to);
    list.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus();
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      class="tabs"
      role="tablist"
      aria-label="Parts of the delivery"
      onKeyDown={onKeyDown}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          id={`tab-${name}`}
          role="tab"
          aria-selected={name === tab}
          aria-controls="panel"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {TABS[name]}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly tab: Tab;
  readonly delivery: DeliveryAnswer;
  readonly content: Content;
}

function Panel({ tab, delivery, content }: PanelProps) {
  const { description, previous, headers, history, attempts } = delivery;
  return (
    <div role="tabpanel" id="panel" aria-labelledby={`tab-${tab}`}>
      {tab === "payload" && <Payload json={content.json} description={description} />}
      {tab === "changes" && <Changes previous={previous} content={content} />}
      {tab === "headers" && <Headers headers={headers} />}
      {tab === "raw" && <Raw delivery={delivery} content={content} />}
      {tab === "attempts" && <Attempts history={history} attempts={attempts} />}
      {tab === "copy" && <CopyAs delivery={delivery} content={content} />}
    </div>
  );
}

function Changes({ previous, content }: { previous: string | undefined; content: Content }) {
  const [before, setBefore] = useState<Content>();
  useEffect(() => {
    let isCurrent = true;
    if (previous === undefined) return;
    api.get(previous).then(
      (answer) => {
        if (isCurrent) setBefore(readContent(answer));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [previous]);
  if (previous === undefined)
    return <p class="nothing">It is the first delivery of this event that is kept.</p>;
  if (before === undefined) return <p class="nothing">Loading…</p>;
  return <Differences before={before.json} after={content.json} />;
}
