/** The page: its bar, its panes, its dialogs and its keys. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DeliveryAnswer } from "../types.js";
import { Charts } from "./charts.js";
import { formatName, readContent, type Content } from "./copy.js";
import { DeliveryPane } from "./detail.js";
import { HelpDialog, ReconcileDialog, ReplayDialog } from "./dialogs.js";
import { DeliveryList, FilterBar } from "./list.js";
import { SendDialog, type Draft } from "./send.js";
import { api, createUrl, describeSent, runAndShow, state, toQuery, useInspector } from "./state.js";

/** Dialog that is open. */
type Shown =
  | { readonly kind: "none" | "help" | "reconcile" }
  | { readonly kind: "send"; readonly draft: Draft }
  | { readonly kind: "replay"; readonly only: string | undefined };

const NONE: Shown = { kind: "none" };

function App() {
  const [shown, setShown] = useState<Shown>(NONE);
  const [hasCharts, setCharts] = useState(true);
  const panes = usePanes();
  const show = (dialog: Shown) => setShown(dialog);
  const toggleCharts = () => setCharts(!hasCharts);
  // The event of a dialog that closes may come when another one is open already.
  const close = () => setShown((now) => (now === shown ? NONE : now));
  useKeys(createKeys(panes, show, toggleCharts));

  return (
    <div class={`page shows-${panes.pane}`}>
      <TopBar show={show} hasCharts={hasCharts} onToggleCharts={toggleCharts} />
      <main>
        <section class="left" aria-label="List of deliveries">
          <FilterBar />
          {hasCharts && <Charts />}
          <DeliveryList onOpen={panes.openDetail} />
        </section>
        <section class="right" aria-label="Delivery" tabIndex={0}>
          <DeliveryPane
            onClose={panes.closeDetail}
            onReplay={(key) => replay(show, key)}
            onEdit={(delivery, content) => show(createEdit(delivery, content))}
          />
        </section>
      </main>
      <Message />
      {shown.kind === "help" && <HelpDialog onClose={close} />}
      {shown.kind === "reconcile" && <ReconcileDialog onClose={close} />}
      {shown.kind === "send" && <SendDialog draft={shown.draft} onClose={close} />}
      {shown.kind === "replay" && <ReplayDialog only={shown.only} onClose={close} />}
    </div>
  );
}

interface Panes {
  readonly pane: "list" | "detail";
  readonly openDetail: () => void;
  readonly closeDetail: () => void;
}

/** Chooses the pane that is in sight on narrow screens. */
function usePanes(): Panes {
  const [pane, setPane] = useState<Panes["pane"]>("list");
  return {
    pane,
    openDetail: () => setPane("detail"),
    closeDetail: () => {
      setPane("list");
      // Once it is in sight, because what is hidden takes no focus.
      requestAnimationFrame(() => document.getElementById("list")?.focus());
    },
  };
}

// ---- Actions that open a dialog

type Show = (dialog: Shown) => void;

function sendSample(show: Show): void {
  const { source } = state;
  if (source?.canSend !== true) return;
  show({ kind: "send", draft: { event: source.events[0] ?? "", body: "" } });
}

function replay(show: Show, only?: string): void {
  if (state.source?.canReplay === true) show({ kind: "replay", only });
}

/** Sends the selected delivery again, or offers to replay it. */
function repeat(show: Show): void {
  const { selected, source, marks } = state;
  if (selected === undefined) return;
  if (marks.size > 1) replay(show);
  else if (source?.canResend === true) void runAndShow(api.resend(selected), describeSent);
  else replay(show, selected);
}

async function edit(show: Show): Promise<void> {
  const { selected, source } = state;
  if (selected === undefined || source?.canSend !== true) return;
  const delivery = await api.get(selected).catch((error: unknown) => state.show(error));
  if (delivery) show(createEdit(delivery, readContent(delivery)));
}

function createEdit(delivery: DeliveryAnswer, { json, text }: Content): Shown {
  const body = json === undefined ? (text ?? "") : formatJson(json);
  return { kind: "send", draft: { event: formatName(delivery), body, from: delivery.key } };
}

/** Formats JSON, unless that would change numbers or drop repeated keys. */
function formatJson(json: string): string {
  const plain = JSON.stringify(JSON.parse(json));
  return plain === json.replace(/\s+(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g, "")
    ? JSON.stringify(JSON.parse(json), null, 2)
    : json;
}

// ---- Keys

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function createKeys(panes: Panes, show: Show, toggleCharts: () => void): Keys {
  return {
    j: () => state.move(1),
    k: () => state.move(-1),
    J: () => state.move(1, true),
    K: () => state.move(-1, true),
    ArrowDown: ({ shiftKey }) => state.move(1, shiftKey),
    ArrowUp: ({ shiftKey }) => state.move(-1, shiftKey),
    Enter: () => {
      panes.openDetail();
      requestAnimationFrame(() => document.getElementById("detail-title")?.focus());
    },
    Escape: () => goBack(panes),
    "/": () => document.getElementById("search")?.focus(),
    r: () => repeat(show),
    e: () => void edit(show),
    s: () => sendSample(show),
    x: () => state.selected !== undefined && state.toggleMark(state.selected),
    c: toggleCharts,
    "?": () => show({ kind: "help" }),
  };
}

function goBack({ pane, closeDetail }: Panes): void {
  if (pane === "detail") closeDetail();
  else if (state.marks.size > 0) state.set({ marks: new Set() });
  else state.select(undefined);
}

function useKeys(keys: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = keys[event.key];
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (action === undefined || isModified || event.defaultPrevented) return;
      if (!isFree(event)) return;
      action(event);
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** True unless a field or a dialog has the keys for itself. */
function isFree({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]") !== null) return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.closest("input, select, textarea") !== null) {
    if (key === "Escape") target.blur();
    return false;
  }
  if (key === "Enter") return target.closest("button, a, summary") === null;
  const isArrow = key.startsWith("Arrow");
  return !isArrow || target === document.body;
}

// ---- Bar

const LIVE = { connecting: "connecting", live: "live", lost: "connection lost" } as const;

interface BarProps {
  readonly show: Show;
  readonly hasCharts: boolean;
  readonly onToggleCharts: () => void;
}

function TopBar(props: BarProps) {
  const { source, live } = useInspector();
  return (
    <header class="top">
      <h1>{source?.title ?? "Inspector"}</h1>
      <span class={`live ${live}`} role="status">
        {LIVE[live]}
      </span>
      {source?.isReadOnly && <span class="muted">read-only</span>}
      <Actions {...props} />
    </header>
  );
}

function Actions({ show, hasCharts, onToggleCharts }: BarProps) {
  const { source } = useInspector();
  return (
    <nav aria-label="Actions">
      {source?.canSend && (
        <button type="button" class="primary" onClick={() => sendSample(show)}>
          Send a sample
        </button>
      )}
      {source?.canReplay && (
        <button type="button" onClick={() => replay(show)}>
          Replay…
        </button>
      )}
      <Recorder />
      {source?.canReconcile && (
        <button type="button" onClick={() => show({ kind: "reconcile" })}>
          Reconcile
        </button>
      )}
      <button type="button" aria-pressed={hasCharts} onClick={onToggleCharts}>
        Charts
      </button>
      <ThemeSwitch />
      <button type="button" aria-label="Keys" onClick={() => show({ kind: "help" })}>
        ?
      </button>
    </nav>
  );
}

/** Records deliveries from now on, or saves those that match the filter. */
function Recorder() {
  const [since, setSince] = useState<number>();
  const { filter } = useInspector();
  if (since === undefined) {
    return (
      <>
        <button type="button" onClick={() => setSince(Date.now())}>
          Record
        </button>
        <a class="button" href={createUrl("recording", toQuery(filter))} download>
          Save
        </a>
      </>
    );
  }
  return (
    <a
      class="button recording"
      href={createUrl("recording", { since })}
      download
      onClick={() => setTimeout(() => setSince(undefined))}
    >
      Stop and save
    </a>
  );
}

type Theme = "system" | "light" | "dark";

const THEME_KEY = "typewire-inspector-theme";

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // Storage may be switched off; the theme lasts as long as the page.
    }
  }, [theme]);
  const next = { system: "light", light: "dark", dark: "system" } as const;
  return (
    <button type="button" aria-label={`Theme: ${theme}`} onClick={() => setTheme(next[theme])}>
      {{ system: "◐", light: "☀", dark: "☾" }[theme]}
    </button>
  );
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

/** Line about the last action. */
function Message() {
  const { message } = useInspector();
  return (
    <p class={`message${message === "" ? " empty" : ""}`} role="status" id="message">
      {message}
      {message !== "" && (
        <button type="button" aria-label="Dismiss" onClick={() => state.show("")}>
          ✕
        </button>
      )}
    </p>
  );
}

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
state.begin();
