/** Dialog that replays deliveries: one, the marked ones, or all that match. */
import { useEffect, useState } from "preact/hooks";
import type { CountAnswer } from "../../types.js";
import { runAndShow } from "../actions.js";
import { toQuery } from "../address.js";
import { ButtonChoice } from "../choice.js";
import { Dialog } from "../dialogs.js";
import { api, type Query } from "../requests.js";
import { state, useInspector } from "../state.js";

interface ReplayDialogProps {
  /** The `key` of the delivery that the dialog was opened for, if it was for one. */
  readonly only: string | undefined;
  readonly onClose: () => void;
}

export function ReplayDialog({ only, onClose }: ReplayDialogProps) {
  const { choices, scope, setScope, range, outcome, selection } = useReplayChoice(only);
  const { filter } = useInspector();
  const counted = useCount(selection);
  const replay = async () => {
    const request = selection.kind === "keys" ? { keys: selection.keys } : selection.filter;
    const isReplayed = await runAndShow(api.replay(request), describeReplayed);
    if (isReplayed) onClose();
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
          <button type="submit" class="primary" disabled={!isAny(counted)}>
            {describeReplay(counted)}
          </button>
        </footer>
      </form>
    </Dialog>
  );
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
  const select = (): Selection => {
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
  return { choices, scope, setScope, range, outcome, selection: select() };
}

/** Writes a time as its input field has it. */
function toLocal(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 19);
}

/** Counts the deliveries that a replay would take. */
function useCount(selection: Selection): Counted {
  const [counted, setCounted] = useState<Counted>("counting");
  const text = JSON.stringify(selection); // compared as text, because each drawing makes a new object
  useEffect(() => {
    let isCurrent = true;
    setCounted("counting");
    const asked =
      selection.kind === "filter"
        ? api.count(selection.filter)
        : { count: selection.keys.length, isCut: false };
    Promise.resolve(asked).then(
      (answer) => {
        if (isCurrent) setCounted(answer);
      },
      (error: unknown) => {
        if (isCurrent) setCounted("unknown");
        state.show(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return counted;
}

function isAny(counted: Counted): boolean {
  return typeof counted === "object" && counted.count > 0;
}

// ---- Texts

function describeReplayed({ count }: { count: number }): string {
  return `${count} ${count === 1 ? "delivery is" : "deliveries are"} handled again.`;
}

function describeReplay(counted: Counted): string {
  if (counted === "counting") return "Counting…";
  return counted === "unknown" ? "Replay" : `Replay ${describeCount(counted)}`;
}

function describeCount({ count, isCut }: CountAnswer): string {
  const number = `${count.toLocaleString("en")}${isCut ? "+" : ""}`;
  return `${number} ${count === 1 ? "delivery" : "deliveries"}`;
}

function describeFilter({ outcome: _, ...filter }: Record<string, string>): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return parts.length === 0 ? "" : ` with ${parts.join(", ")}`;
}

// ---- Types

/** Choice in the dialog. */
type Scope = "one" | "marked" | "filter" | "range";

/** `unknown` after an error. */
type Counted = CountAnswer | "counting" | "unknown";

/** Deliveries to replay: those that are named, or those that match. */
type Selection =
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "filter"; readonly filter: Query };
