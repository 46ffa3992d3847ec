/** One delivery: its outcome, what can be done with it, and its content in tabs. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { DeliveryAnswer } from "../../types.js";
import { copyAndShow, sendAndOpen } from "../actions.js";
import { TABS, type Tab } from "../address.js";
import { Changes } from "./changes.js";
import { readContent, type Content } from "../content.js";
import { formatDate, formatDuration, formatName, formatSize } from "../format.js";
import { Badge } from "../list/list.js";
import { Answer, Failures, Findings, Handlers, Timeline } from "./outcome.js";
import { Payload } from "./payload.js";
import { api } from "../requests.js";
import { state, useInspector } from "../state.js";
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
  const { delivery, error } = useSelectedDelivery();
  if (delivery !== undefined)
    return <DeliveryDetail key={delivery.key} delivery={delivery} {...props} />;
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

/** Loads the selected delivery, again after each change of it. Keeps the one before until then. */
function useSelectedDelivery() {
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
  return { delivery, error };
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
      <button type="button" onClick={() => void copyAndShow(location.href, "The link is copied.")}>
        Copy link
      </button>
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

// ---- Tabs

function TabList({ tab, onChange }: { readonly tab: Tab; readonly onChange: (tab: Tab) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(TABS) as Tab[];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // The last tab is followed by the first one.
    const next = step && names[(names.indexOf(tab) + step + names.length) % names.length];
    if (!next) return;
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
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
