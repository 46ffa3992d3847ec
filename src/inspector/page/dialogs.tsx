/** Dialogs: send, replay, reconcile, help. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InspectedReconciliation } from "../types.js";
import { copyText } from "./copy.js";
import { formatPlace, parseTree, pointTo, type JsonNode } from "./json.js";
import { api, describeSent, runAndShow, state, toQuery, useInspector } from "./state.js";
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

// ---- Send

/** Delivery that the form shows at first. */
export interface Draft {
  readonly event: string;
  readonly body: string;
  /** The `key` of the delivery that is edited. */
  readonly from?: string | undefined;
}

export function SendDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { source, message } = useInspector();
  const [event, setEvent] = useState(draft.event);
  const [body, setBody] = useState(draft.body);
  const [form, setForm] = useState<"json" | "fields">("json");
  const [isSending, setSending] = useState(false);
  const [isOver, setOver] = useState(false);
  const loadSample = (name: string) => {
    setEvent(name);
    if (source?.canSample !== true) return;
    api.sample(name).then(
      ({ payload }) => setBody(JSON.stringify(payload, null, 2)),
      (error: unknown) => state.show(error),
    );
  };
  useEffect(() => {
    if (draft.body === "" && event !== "") loadSample(event);
  }, []);
  const root = parseTree(body);
  const send = async () => {
    setSending(true);
    await runAndShow(api.send({ event, body, from: draft.from }), describeSent);
    setSending(false);
    setOver(true);
  };
  return (
    <Dialog title={draft.from === undefined ? "Send a sample" : "Edit and send"} onClose={onClose}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          void send();
        }}
      >
        <label for="send-event">Event</label>
        {draft.from === undefined && source !== undefined && source.events.length > 0 ? (
          <select
            id="send-event"
            value={event}
            onChange={({ currentTarget }) => loadSample(currentTarget.value)}
          >
            {source.events.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <input
            id="send-event"
            value={event}
            onInput={({ currentTarget }) => setEvent(currentTarget.value)}
          />
        )}
        <ButtonChoice
          label="Form of the payload"
          options={{ json: "JSON", fields: "Fields" }}
          value={form}
          onChange={setForm}
        />
        {form === "json" ? (
          <>
            <label for="send-body">Payload</label>
            <textarea
              id="send-body"
              rows={16}
              spellcheck={false}
              value={body}
              onInput={({ currentTarget }) => setBody(currentTarget.value)}
            />
          </>
        ) : (
          <Fields root={root} onChange={(next) => setBody(next)} />
        )}
        <p role="status" class={root === undefined ? "bad" : "muted"}>
          {root === undefined ? "The payload is not JSON; it is sent as it is." : ""}
          {isOver ? ` ${message}` : ""}
        </p>
        <footer>
          <button type="submit" class="primary" disabled={isSending || event === "" || body === ""}>
            {isSending ? "Sending…" : "Sign and send"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Fields that the form shows. */
const MAX_FIELDS = 300;

/** Form with a field for each value of the payload. */
function Fields({
  root,
  onChange,
}: {
  root: JsonNode | undefined;
  onChange: (json: string) => void;
}) {
  if (root === undefined) return <p class="nothing">The payload is not JSON.</p>;
  const leaves = listLeaves(root);
  const change = (at: string, value: unknown) =>
    onChange(JSON.stringify(replaceAt(root, at, value), null, 2));
  return (
    <div class="fields" tabIndex={0} role="group" aria-label="Fields of the payload">
      {leaves.slice(0, MAX_FIELDS).map(({ at, node }) => (
        <label key={at}>
          {formatPlace(at)} <span class="type">{node.kind}</span>
          <Field node={node} onChange={(value) => change(at, value)} />
        </label>
      ))}
      {leaves.length > MAX_FIELDS && <p class="muted">The rest is in the JSON.</p>}
    </div>
  );
}

function Field({ node, onChange }: { node: JsonNode; onChange: (value: unknown) => void }) {
  if (node.kind === "boolean") {
    return (
      <input
        type="checkbox"
        checked={node.text === "true"}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (node.kind === "number") {
    return (
      <input
        type="number"
        step="any"
        value={node.text}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    );
  }
  return (
    <input
      value={node.kind === "string" ? node.value : ""}
      placeholder={node.kind === "null" ? "null" : ""}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === "" && node.kind === "null" ? null : value)
      }
    />
  );
}

function listLeaves(root: JsonNode): readonly { readonly at: string; readonly node: JsonNode }[] {
  const found: { at: string; node: JsonNode }[] = [];
  const visit = (at: string, node: JsonNode): void => {
    if (!("entries" in node)) found.push({ at, node });
    else for (const { key, node: child } of node.entries) visit(pointTo(at, key), child);
  };
  visit("", root);
  return found;
}

/** Copies a value as plain data, with another one at a place. */
function replaceAt(node: JsonNode, place: string, value: unknown, at = ""): unknown {
  if (at === place) return value;
  if (node.kind === "array")
    return node.entries.map(({ key, node: child }) =>
      replaceAt(child, place, value, pointTo(at, key)),
    );
  if (node.kind === "object") {
    return Object.fromEntries(
      node.entries.map(({ key, node: child }) => [
        key,
        replaceAt(child, place, value, pointTo(at, key)),
      ]),
    );
  }
  if (node.kind === "string") return node.value;
  return JSON.parse(node.text) as unknown;
}

// ---- Replay

type Scope = "one" | "marked" | "filter" | "range";

export function ReplayDialog({ only, onClose }: { only: string | undefined; onClose: () => void }) {
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
  const which = () => {
    if (scope === "one") return { keys: [only ?? ""] };
    if (scope === "marked") return { keys: [...marks] };
    const given = { ...toQuery(filter), outcome };
    if (scope === "filter") return given;
    return { ...given, since: new Date(since).getTime(), until: new Date(until).getTime() };
  };
  const replay = async () => {
    const describe = ({ count }: { count: number }) =>
      `${count} ${count === 1 ? "delivery is" : "deliveries are"} handled again.`;
    if (await runAndShow(api.replay(which()), describe)) onClose();
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
            <TimeField label="From" value={since} onChange={setSince} />
            <TimeField label="Until" value={until} onChange={setUntil} />
          </div>
        )}
        <p class="muted">
          {scope === "one" || scope === "marked"
            ? "Handlers run again. Of a dead delivery, an inbox runs those that failed."
            : `Handlers run again for each ${outcome} delivery${describeFilter(toQuery(filter))}.`}
        </p>
        <footer>
          <button type="submit" class="primary">
            Replay
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
  ["/", "Search in payloads"],
  ["r", "Send again, or replay"],
  ["e", "Edit and send"],
  ["s", "Send a sample"],
  ["c", "Show and hide the charts"],
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
