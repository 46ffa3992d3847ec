/** The page: its bar, its panes, its dialogs and its keys. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DeliveryAnswer } from "../types.js";
import { toQuery } from "./address.js";
import { formatName, readContent, writeFirst, type Content } from "./copy.js";
import { DeliveryPane } from "./delivery/detail.js";
import { HelpDialog, ReconcileDialog } from "./dialogs.js";
import { FilterBar } from "./list/filter-bar.js";
import { DeliveryList, openAndFocus } from "./list/list.js";
import { ReplayDialog } from "./delivery/replay.js";
import { SendDialog, type Draft } from "./send.js";
import { copyAndShow, sendAndOpen } from "./actions.js";
import { api, createUrl } from "./requests.js";
import { state, useInspector } from "./state.js";
import { TimeStrip } from "./list/strip.js";

/** Dialog that is open. */
type Shown =
  | { readonly kind: "none" | "help" | "reconcile" }
  | { readonly kind: "send"; readonly draft: Draft }
  | { readonly kind: "replay"; readonly only: string | undefined };

const NONE: Shown = { kind: "none" };

function App() {
  const [shown, setShown] = useState<Shown>(NONE);
  const { isOpen, isEmpty } = useInspector();
  const show = (dialog: Shown) => setShown(dialog);
  // The event of a dialog that closes may come when another one is open already.
  const close = () => setShown((now) => (now === shown ? NONE : now));
  useKeys(createKeys(show));

  return (
    <div class={`page ${isOpen ? "shows-detail" : "shows-list"}`}>
      <TopBar show={show} />
      <main>
        {isEmpty ? (
          <FirstDelivery />
        ) : (
          <section class="left" aria-label="List of deliveries">
            <TimeStrip />
            <DeliveryList />
          </section>
        )}
        {isOpen && (
          <section class="right" aria-label="Delivery" tabIndex={0}>
            <DeliveryPane
              onClose={closeDetail}
              onReplay={(key) => replay(show, key)}
              onReplayAll={() => replay(show)}
              onEdit={(delivery, content) => show(createEdit(delivery, content))}
            />
          </section>
        )}
      </main>
      <Message />
      {shown.kind === "help" && <HelpDialog onClose={close} />}
      {shown.kind === "reconcile" && <ReconcileDialog onClose={close} />}
      {shown.kind === "send" && <SendDialog draft={shown.draft} onClose={close} />}
      {shown.kind === "replay" && <ReplayDialog only={shown.only} onClose={close} />}
    </div>
  );
}

function closeDetail(): void {
  state.close();
  // Once it is in sight, because hidden elements take no focus.
  requestAnimationFrame(() => document.getElementById("list")?.focus());
}

/** The page before the first delivery: where deliveries arrive, and a command that sends one. */
function FirstDelivery() {
  const { source } = useInspector();
  if (source === undefined) return null;
  const { target } = source;
  if (target === undefined)
    return <p class="nothing">No deliveries yet. They appear here as they arrive.</p>;
  const address = new URL(target.address, location.href).href;
  return (
    <section class="first" aria-label="First delivery">
      <h2>No deliveries yet.</h2>
      <CopyLine id="address" label="Send them to this address" text={address} />
      <CopyLine
        id="command"
        label="Send a first one"
        text={target.command ?? writeFirst(address)}
      />
    </section>
  );
}

function CopyLine({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div class="copy-line">
      <h3 id={`${id}-label`}>{label}</h3>
      <pre id={id} tabIndex={0} aria-labelledby={`${id}-label`}>
        {text}
      </pre>
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        onClick={() => void copyAndShow(text, "Copied.")}
      >
        Copy
      </button>
    </div>
  );
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
  else if (source?.canResend === true) void sendAndOpen(api.resend(selected));
  else replay(show, selected);
}

async function edit(show: Show): Promise<void> {
  const { selected, source } = state;
  if (selected === undefined || source?.canSend !== true) return;
  const delivery = await api.get(selected).catch((error: unknown) => state.show(error));
  if (delivery) show(createEdit(delivery, readContent(delivery)));
}

function createEdit(delivery: DeliveryAnswer, { json, text }: Content): Shown {
  const body = json === undefined ? (text ?? "") : indentJson(json);
  return { kind: "send", draft: { event: formatName(delivery), body, from: delivery.key } };
}

/** White space of JSON that is not in a text: an even number of quotes follows. */
const SPACE_BETWEEN_TOKENS = /\s+(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)/g;

/** Indents JSON, unless parsing it would change numbers or drop repeated keys. */
function indentJson(json: string): string {
  const value: unknown = JSON.parse(json);
  const isKept = JSON.stringify(value) === json.replace(SPACE_BETWEEN_TOKENS, "");
  return isKept ? JSON.stringify(value, null, 2) : json;
}

// ---- Keys

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function createKeys(show: Show): Keys {
  return {
    j: () => state.move(1),
    k: () => state.move(-1),
    J: () => state.move(1, true),
    K: () => state.move(-1, true),
    ArrowDown: ({ shiftKey }) => state.move(1, shiftKey),
    ArrowUp: ({ shiftKey }) => state.move(-1, shiftKey),
    Enter: openAndFocus,
    Escape: goBack,
    "/": () => document.getElementById("search")?.focus(),
    r: () => repeat(show),
    e: () => void edit(show),
    s: () => sendSample(show),
    x: () => state.selected !== undefined && state.toggleMark(state.selected),
    c: () => void copyAndShow(location.href, "The link is copied."),
    "?": () => show({ kind: "help" }),
  };
}

function goBack(): void {
  if (state.isOpen) closeDetail();
  else if (state.marks.size > 0) state.set({ marks: new Set() });
  else state.set({ selected: undefined, anchor: undefined });
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
  if (document.querySelector("dialog[open], :popover-open") !== null) return false;
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

/** Words for the state of the stream of changes. */
const LIVE = { connecting: "connecting", live: "live", lost: "connection lost" } as const;

function TopBar({ show }: { readonly show: Show }) {
  const { source, live } = useInspector();
  return (
    <header class="top">
      <h1>{source?.title ?? "Inspector"}</h1>
      <span class={`live ${live}`} role="status">
        {LIVE[live]}
      </span>
      {source?.isReadOnly && <span class="muted">read-only</span>}
      <FilterBar />
      <Actions show={show} />
    </header>
  );
}

function Actions({ show }: { readonly show: Show }) {
  const { source, isEmpty, recordingSince } = useInspector();
  if (isEmpty) return null;
  const close = { popovertarget: "more", popovertargetaction: "hide" } as const;
  return (
    <nav aria-label="Actions">
      {recordingSince !== undefined && <StopRecording since={recordingSince} />}
      {source?.canSend && (
        <button type="button" class="primary" onClick={() => sendSample(show)}>
          Send a sample
        </button>
      )}
      <button type="button" aria-label="More actions" popovertarget="more">
        ⋯
      </button>
      <div id="more" popover="auto">
        {source?.canReplay && (
          <button type="button" {...close} onClick={() => replay(show)}>
            Replay…
          </button>
        )}
        <button type="button" {...close} onClick={() => state.set({ recordingSince: Date.now() })}>
          Record
        </button>
        <a class="button" href={createUrl("recording", toQuery(state.filter))} download>
          Save as a recording
        </a>
        {source?.canReconcile && (
          <button type="button" {...close} onClick={() => show({ kind: "reconcile" })}>
            Reconcile
          </button>
        )}
        <ThemeSwitch />
        <button type="button" {...close} onClick={() => show({ kind: "help" })}>
          Keys
        </button>
      </div>
    </nav>
  );
}

function StopRecording({ since }: { readonly since: number }) {
  return (
    <a
      class="button recording"
      href={createUrl("recording", { since })}
      download
      onClick={() => setTimeout(() => state.set({ recordingSince: undefined }))}
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
    <button type="button" onClick={() => setTheme(next[theme])}>
      Theme: {theme}
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
