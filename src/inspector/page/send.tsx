/** Dialog that sends a delivery: a sample, or one that is edited. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ButtonChoice } from "./choice.js";
import { Dialog } from "./dialogs.js";
import { parseTree } from "./delivery/json.js";
import { PayloadFields } from "./payload-fields.js";
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
        <PayloadFields root={parseTree(body)} onChange={onChange} />
      )}
    </>
  );
}
