/** The page: its bar, its panes, its dialogs and its keys. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Charts } from "./charts.js";
import { formatName, readContent } from "./copy.js";
import { DeliveryPane } from "./detail.js";
import { HelpDialog, ReconcileDialog, ReplayDialog, SendDialog, type Draft } from "./dialogs.js";
import { DeliveryList, FilterBar } from "./list.js";
import { api, createUrl, describeSent, runAndShow, state, toQuery, useInspector } from "./state.js";

type Shown =
  | { readonly kind: "none" | "help" | "reconcile" }
  | { readonly kind: "send"; readonly draft: Draft }
  | { readonly kind: "replay"; readonly only: string | undefined };

const NONE: Shown = { kind: "none" };

function App() {
  const { source, selected, live, message } = useInspector();
  const [shown, setShown] = useState<Shown>(NONE);
  const [hasCharts, setCharts] = useState(true);
  /** On narrow screens, one pane is in sight. */
  const [pane, setPane] = useState<"list" | "detail">("list");
  // The event of a dialog that closes may come when another one is open already.
  const close = () => setShown((now) => (now === shown ? NONE : now));

  const openDetail = () => setPane("detail");
  const closeDetail = () => {
    setPane("list");
    // Once it is in sight, because what is hidden takes no focus.
    requestAnimationFrame(() => document.getElementById("list")?.focus());
  };
  const sendSample = () => {
    if (source?.canSend !== true) return;
    setShown({ kind: "send", draft: { event: source.events[0] ?? "", body: "" } });
  };
  const replay = (only?: string) => {
    if (source?.canReplay === true) setShown({ kind: "replay", only });
  };
  const repeat = () => {
    if (selected === undefined) return;
    if (state.marks.size > 1) replay();
    else if (source?.canResend === true) void runAndShow(api.resend(selected), describeSent);
    else replay(selected);
  };
  const edit = async () => {
    if (selected === undefined || source?.canSend !== true) return;
    const delivery = await api.get(selected).catch((error: unknown) => state.show(error));
    if (delivery) setShown(createEdit(delivery, readContent(delivery)));
  };

  useEffect(() => {
    const back = () => {
      if (pane === "detail") closeDetail();
      else if (state.marks.size > 0) state.set({ marks: new Set() });
      else state.select(undefined);
    };
    const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
      j: () => state.move(1),
      k: () => state.move(-1),
      J: () => state.move(1, true),
      K: () => state.move(-1, true),
      ArrowDown: ({ shiftKey }) => state.move(1, shiftKey),
      ArrowUp: ({ shiftKey }) => state.move(-1, shiftKey),
      Enter: () => {
        openDetail();
        requestAnimationFrame(() => document.getElementById("detail-title")?.focus());
      },
      Escape: back,
      "/": () => document.getElementById("search")?.focus(),
      r: repeat,
      e: () => void edit(),
      s: sendSample,
      x: () => selected !== undefined && state.toggleMark(selected),
      c: () => setCharts(!hasCharts),
      "?": () => setShown({ kind: "help" }),
    };
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

  return (
    <div class={`page shows-${pane}`}>
      <header class="top">
        <h1>{source?.title ?? "Inspector"}</h1>
        <span class={`live ${live}`} role="status">
          {LIVE[live]}
        </span>
        {source?.isReadOnly && <span class="muted">read-only</span>}
        <nav aria-label="Actions">
          {source?.canSend && (
            <button type="button" class="primary" onClick={sendSample}>
              Send a sample
            </button>
          )}
          {source?.canReplay && (
            <button type="button" onClick={() => replay()}>
              Replay…
            </button>
          )}
          <Recorder />
          {source?.canReconcile && (
            <button type="button" onClick={() => setShown({ kind: "reconcile" })}>
              Reconcile
            </button>
          )}
          <button type="button" aria-pressed={hasCharts} onClick={() => setCharts(!hasCharts)}>
            Charts
          </button>
          <ThemeSwitch />
          <button type="button" aria-label="Keys" onClick={() => setShown({ kind: "help" })}>
            ?
          </button>
        </nav>
      </header>
      <main>
        <section class="left" aria-label="List of deliveries">
          <FilterBar />
          {hasCharts && <Charts />}
          <DeliveryList onOpen={openDetail} />
        </section>
        <section class="right" aria-label="Delivery" tabIndex={0}>
          <DeliveryPane
            onClose={closeDetail}
            onReplay={replay}
            onEdit={(delivery, content) => setShown(createEdit(delivery, content))}
          />
        </section>
      </main>
      <p class={`message${message === "" ? " empty" : ""}`} role="status" id="message">
        {message}
        {message !== "" && (
          <button type="button" aria-label="Dismiss" onClick={() => state.show("")}>
            ✕
          </button>
        )}
      </p>
      {shown.kind === "help" && <HelpDialog onClose={close} />}
      {shown.kind === "reconcile" && <ReconcileDialog onClose={close} />}
      {shown.kind === "send" && <SendDialog draft={shown.draft} onClose={close} />}
      {shown.kind === "replay" && <ReplayDialog only={shown.only} onClose={close} />}
    </div>
  );
}

const LIVE = { connecting: "connecting", live: "live", lost: "connection lost" } as const;

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

function createEdit(
  delivery: Parameters<typeof formatName>[0] & { readonly key: string },
  { json, text }: { readonly json: string | undefined; readonly text: string | undefined },
): Shown {
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

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
state.begin();
