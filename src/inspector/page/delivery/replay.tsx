/** Dialog that replays deliveries: one, the marked ones, or all that match. */
import { useEffect, useState } from "preact/hooks";
import type { CountAnswer, InspectorOutcome } from "../../types.js";
import { runAndShow } from "../actions.js";
import { toQuery, type Filter } from "../address.js";
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
  const { marks, filter } = useInspector();
  const [scope, setScope] = useState<Scope>(
    only !== undefined ? "one" : marks.size > 0 ? "marked" : "filter",
  );
  const range = useRange();
  const [openedAt] = useState(Date.now);
  const selection = select(scope, { only, marks, filter, openedAt, range });
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
          options={listScopes({ only, marks })}
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
          {selection.kind === "keys"
            ? "Handlers run again. Of a dead delivery, an inbox runs those that failed."
            : `Handlers run again for each ${findOutcome(filter)} delivery${describeFilter(toQuery(filter))}.`}
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

interface TimeFieldProps extends TypedTime {
  readonly label: string;
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

/** Lists the scopes that can be chosen, with their labels. */
function listScopes({ only, marks }: Pick<Selectable, "only" | "marks">): ScopeLabels {
  return {
    ...(only !== undefined && { one: "This delivery" }),
    ...(marks.size > 0 && { marked: `${marks.size} marked` }),
    filter: "All that match the filter",
    range: "A range of time",
  } as ScopeLabels; // some of the scopes
}

/** Selects the deliveries of a scope. */
function select(scope: Scope, { only, marks, filter, openedAt, range }: Selectable): Selection {
  const query = { ...toQuery(filter), outcome: findOutcome(filter) };
  switch (scope) {
    case "one":
      return { kind: "keys", keys: [only ?? ""] };
    case "marked":
      return { kind: "keys", keys: [...marks] };
    case "filter":
      // Deliveries that arrive after they were counted are not replayed.
      return { kind: "filter", filter: { until: openedAt, ...query } };
    case "range": {
      const since = new Date(range.since.value).getTime();
      const until = new Date(range.until.value).getTime();
      return { kind: "filter", filter: { ...query, since, until } };
    }
  }
}

/** Finds the outcome that is replayed: dead, unless the filter of the list names one. */
function findOutcome({ outcome }: Filter): InspectorOutcome {
  return outcome === "" ? "dead" : outcome;
}

/** Keeps a range of time. It begins with the whole list. */
function useRange(): TimeRange {
  const { rows } = useInspector();
  const oldest = rows.at(-1)?.receivedAt ?? Date.now();
  const [since, setSince] = useState(toLocal(oldest));
  const [until, setUntil] = useState(toLocal(Date.now() + 60_000));
  return {
    since: { value: since, onChange: setSince },
    until: { value: until, onChange: setUntil },
  };
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

type ScopeLabels = Readonly<Record<Scope, string>>;

/** What the choice in the dialog is made from. */
interface Selectable {
  readonly only: string | undefined;
  /** Keys of the deliveries that are marked in the list. */
  readonly marks: ReadonlySet<string>;
  readonly filter: Filter;
  /** Time at which the dialog was opened. */
  readonly openedAt: number;
  readonly range: TimeRange;
}

interface TimeRange {
  readonly since: TypedTime;
  readonly until: TypedTime;
}

/** Time as its input field has it. */
interface TypedTime {
  readonly value: string;
  readonly onChange: (time: string) => void;
}

/** `unknown` after an error. */
type Counted = CountAnswer | "counting" | "unknown";

/** Deliveries to replay: those that are named, or those that match. */
type Selection =
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "filter"; readonly filter: Query };
