/** Dialog that sends a delivery: a sample, or one that is edited. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ButtonChoice } from "./choice.js";
import { Dialog } from "./dialogs.js";
import { formatPlace, parseTree, pointTo, type JsonNode } from "./delivery/json.js";
import { sendAndOpen } from "./actions.js";
import { api } from "./requests.js";
import { state, useInspector } from "./state.js";

/** Delivery that the form shows at first. */
export interface Draft {
  readonly event: string;
  readonly body: string;
  /** The `key` of the delivery that is edited. */
  readonly from?: string | undefined;
}

export function SendDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { message } = useInspector();
  const { event, body, setEvent, setBody, loadSample } = useDraft(draft);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isJson = parseTree(body) !== undefined;
  const isNew = draft.from === undefined;
  const send = async () => {
    setSending(true);
    const isSent = await sendAndOpen(api.send({ event, body, from: draft.from }));
    setSending(false);
    if (isSent) onClose();
    else setFailed(true);
  };
  return (
    <Dialog title={isNew ? "Send a sample" : "Edit and send"} onClose={onClose}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          void send();
        }}
      >
        <EventField isNew={isNew} event={event} onChoose={loadSample} onType={setEvent} />
        <PayloadField body={body} onChange={setBody} />
        <p role="status" class={isJson ? "muted" : "bad"}>
          {isJson ? "" : "The payload is not JSON; it is sent as it is."}
          {hasFailed ? ` ${message}` : ""}
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

/** Keeps what the form has. A sample replaces the payload, unless another event was chosen while it was loaded. */
function useDraft(draft: Draft) {
  const { source } = useInspector();
  const chosen = useRef(draft.event);
  const [event, setEvent] = useState(draft.event);
  const [body, setBody] = useState(draft.body);
  const loadSample = (name: string) => {
    chosen.current = name;
    setEvent(name);
    if (source?.canSample !== true) return;
    api.sample(name).then(
      ({ payload }) => {
        if (chosen.current === name) setBody(JSON.stringify(payload, null, 2));
      },
      (error: unknown) => state.show(error),
    );
  };
  useEffect(() => {
    if (draft.body === "" && event !== "") loadSample(event);
  }, []);
  return { event, body, setEvent, setBody, loadSample };
}

interface EventFieldProps {
  /** False for a delivery that is edited: another event does not replace its payload. */
  readonly isNew: boolean;
  readonly event: string;
  readonly onChoose: (event: string) => void;
  readonly onType: (event: string) => void;
}

function EventField({ isNew, event, onChoose, onType }: EventFieldProps) {
  const { source } = useInspector();
  const events = source?.events ?? [];
  return (
    <>
      <label for="send-event">Event</label>
      {isNew && events.length > 0 ? (
        <select
          id="send-event"
          value={event}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {events.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input
          id="send-event"
          value={event}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
    </>
  );
}

interface PayloadFieldProps {
  readonly body: string;
  readonly onChange: (body: string) => void;
}

function PayloadField({ body, onChange }: PayloadFieldProps) {
  const [form, setForm] = useState<"json" | "fields">("json");
  return (
    <>
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
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </>
      ) : (
        <Fields root={parseTree(body)} onChange={onChange} />
      )}
    </>
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
