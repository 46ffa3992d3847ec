/** One delivery: facts, likely faults of its signature, actions, and tabs. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DeliveryAnswer, SignatureFinding } from "../types.js";
import { formatName, readContent, type Content } from "./copy.js";
import { Badge } from "./list.js";
import { Differences, Payload } from "./payload.js";
import {
  api,
  describeSent,
  formatDate,
  formatDuration,
  formatSize,
  runAndShow,
  useInspector,
} from "./state.js";
import { Attempts, CopyAs, Headers, Raw } from "./tabs.js";

const TABS = {
  payload: "Payload",
  changes: "Changes",
  headers: "Headers",
  raw: "Raw",
  attempts: "Attempts",
  copy: "Copy as",
} as const;

type Tab = keyof typeof TABS;

interface PaneProps {
  readonly onClose: () => void;
  readonly onEdit: (delivery: DeliveryAnswer, content: Content) => void;
  readonly onReplay: (key: string) => void;
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
  if (selected === undefined) {
    return <p class="nothing">Choose a delivery to see what it holds and what became of it.</p>;
  }
  if (delivery === undefined) return <p class="nothing">{error || "Loading…"}</p>;
  return <DeliveryDetail key={delivery.key} delivery={delivery} {...props} />;
}

type DetailProps = PaneProps & { readonly delivery: DeliveryAnswer };

function DeliveryDetail(props: DetailProps) {
  const { delivery, onClose } = props;
  const content = useMemo(() => readContent(delivery), [delivery]);
  const [tab, setTab] = useState<Tab>("payload");
  return (
    <article>
      <header class="detail-head">
        <button type="button" class="back" onClick={onClose}>
          ← List
        </button>
        <h2 tabIndex={-1} id="detail-title">
          {formatName(delivery)}
        </h2>
        <Badge outcome={delivery.outcome} />
      </header>
      <DeliveryActions {...props} content={content} />
      <Findings findings={delivery.findings} />
      <Facts delivery={delivery} />
      <TabList tab={tab} onChange={setTab} />
      <Panel tab={tab} delivery={delivery} content={content} />
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
        <button type="button" onClick={() => void runAndShow(api.resend(key), describeSent)}>
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
    </div>
  );
}

function Findings({ findings }: { readonly findings: readonly SignatureFinding[] | undefined }) {
  if (findings === undefined || findings.length === 0) return null;
  return (
    <section class="findings" aria-label="Why the signature failed">
      <h3>Why the signature failed</h3>
      <ul>
        {findings.map(({ code, text, hint }) => (
          <li key={code} data-code={code}>
            <strong>{text}</strong>
            {hint !== undefined && <p>{hint}</p>}
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ delivery }: { readonly delivery: DeliveryAnswer }) {
  const { id, receivedAt, attempts, duration, status, size, note, url } = delivery;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Id", id],
    ["Received", `${formatDate(receivedAt)} (${new Date(receivedAt).toISOString()})`],
    ["Attempts", String(attempts)],
    ["Duration", duration === undefined ? undefined : formatDuration(duration)],
    ["Answer", status === undefined ? undefined : String(status)],
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
