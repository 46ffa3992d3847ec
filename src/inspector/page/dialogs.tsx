/** Frame of a dialog, and the dialogs for replay, reconcile and help. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CountAnswer, InspectedReconciliation } from "../types.js";
import { copyText } from "./copy.js";
import { toQuery } from "./address.js";
import { api, runAndShow, state, useInspector, type Query } from "./state.js";
import { ButtonChoice } from "./tabs.js";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Modal dialog of the browser, which keeps the focus inside and closes with Escape. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.addEventListener("close", onClose);
    element?.showModal();
    return () => {
      // The event of `close()` comes late, when another dialog may be open.
      element?.removeEventListener("close", onClose);
      element?.close(); // gives the focus back
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title">
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

// ---- Replay

type Scope = "one" | "marked" | "filter" | "range";

export function ReplayDialog({ only, onClose }: { only: string | undefined; onClose: () => void }) {
  const { choices, scope, setScope, range, outcome, which } = useReplayChoice(only);
  const { filter } = useInspector();
  const found = useCount(which);
  const replay = async () => {
    if (
      await runAndShow(
        api.replay(which.kind === "keys" ? { keys: which.keys } : which.filter),
        describeReplayed,
      )
    )
      onClose();
  };
  return (
    <Dialog title="Replay" onClose={onClose}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          void replay();
        }}
      >
        <ButtonChoice
          label="Deliveries to replay"
          options={choices}
          value={scope}
          onChange={setScope}
        />
        {scope === "range" && (
          <div class="range">
            <TimeField label="From" {...range.since} />
            <TimeField label="Until" {...range.until} />
          </div>
        )}
        <p class="muted">
          {scope === "one" || scope === "marked"
            ? "Handlers run again. Of a dead delivery, an inbox runs those that failed."
            : `Handlers run again for each ${outcome} delivery${describeFilter(toQuery(filter))}.`}
        </p>
        <footer>
          <button type="submit" class="primary" disabled={!found?.count}>
            {found === undefined ? "Counting…" : `Replay ${describeCount(found)}`}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function describeReplayed({ count }: { count: number }): string {
  return `${count} ${count === 1 ? "delivery is" : "deliveries are"} handled again.`;
}

function describeCount({ count, isCut }: CountAnswer): string {
  const number = `${count.toLocaleString("en")}${isCut ? "+" : ""}`;
  return `${number} ${count === 1 ? "delivery" : "deliveries"}`;
}

/** Counts the deliveries that a replay would take; `undefined` until the number is known. */
function useCount(which: Which): CountAnswer | undefined {
  const [found, setFound] = useState<CountAnswer>();
  const text = JSON.stringify(which);
  useEffect(() => {
    let isCurrent = true;
    setFound(undefined);
    const counted =
      which.kind === "filter"
        ? api.count(which.filter)
        : { count: which.keys.length, isCut: false };
    Promise.resolve(counted).then(
      (answer) => {
        if (isCurrent) setFound(answer);
      },
      (error: unknown) => state.show(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return found;
}

/** Deliveries to replay: those that are named, or those that match. */
type Which =
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "filter"; readonly filter: Query };

/** Keeps the choice of deliveries to replay. */
function useReplayChoice(only: string | undefined) {
  const { marks, filter, rows } = useInspector();
  const choices = {
    ...(only !== undefined && { one: "This delivery" }),
    ...(marks.size > 0 && { marked: `${marks.size} marked` }),
    filter: "All that match the filter",
    range: "A range of time",
  } as Record<Scope, string>; // some of the scopes
  const [scope, setScope] = useState<Scope>(
    only !== undefined ? "one" : marks.size > 0 ? "marked" : "filter",
  );
  const oldest = rows.at(-1)?.receivedAt ?? Date.now();
  const [since, setSince] = useState(toLocal(oldest));
  const [until, setUntil] = useState(toLocal(Date.now() + 60_000));
  const outcome = filter.outcome === "" ? "dead" : filter.outcome;
  const [now] = useState(Date.now);
  const choose = (): Which => {
    if (scope === "one") return { kind: "keys", keys: [only ?? ""] };
    if (scope === "marked") return { kind: "keys", keys: [...marks] };
    const query = { ...toQuery(filter), outcome };
    // Deliveries that arrive after they were counted are not replayed.
    if (scope === "filter") return { kind: "filter", filter: { until: now, ...query } };
    const span = { since: new Date(since).getTime(), until: new Date(until).getTime() };
    return { kind: "filter", filter: { ...query, ...span } };
  };
  const range = {
    since: { value: since, onChange: setSince },
    until: { value: until, onChange: setUntil },
  };
  return { choices, scope, setScope, range, outcome, which: choose() };
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        step={1}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

function describeFilter({ outcome: _, ...filter }: Record<string, string>): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

/** Writes a time as its input field has it. */
function toLocal(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 19);
}

// ---- Reconcile and help

export function ReconcileDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<InspectedReconciliation>();
  const [error, setError] = useState("");
  useEffect(() => {
    api
      .reconcile(toQuery(state.filter))
      .then(setResult, (thrown: unknown) =>
        setError(thrown instanceof Error ? thrown.message : "It failed."),
      );
  }, []);
  return (
    <Dialog title="What reconcile proposes" onClose={onClose}>
      <p role="status">{result?.summary ?? (error || "Comparing deliveries with the schema…")}</p>
      {result?.problems.map((text) => (
        <p key={text} class="bad">
          {text}
        </p>
      ))}
      {result !== undefined && result.proposals !== "" && (
        <>
          <pre class="raw" tabIndex={0} aria-label="Proposed corrections">
            {result.proposals}
          </pre>
          <footer>
            <button type="button" class="primary" onClick={() => void copyText(result.proposals)}>
              Copy for corrections.yaml
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

const KEYS: readonly (readonly [keys: string, text: string])[] = [
  ["j, k or ↓, ↑", "Next and previous delivery"],
  ["Shift with them", "Mark a range"],
  ["x", "Mark a delivery"],
  ["Enter", "Open the delivery"],
  ["Esc", "Close, or back to the list"],
  ["/", "Search in headers and bodies"],
  ["r", "Send again, or replay"],
  ["e", "Edit and send"],
  ["s", "Send a sample"],
  ["→, ←", "Show and hide a group of errors"],
  ["c", "Copy a link to what is shown"],
  ["?", "These keys"],
];

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
