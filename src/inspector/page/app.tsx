/** The page: its bar, its panes and its dialogs. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { copyAndShow } from "./actions.js";
import { closeDetail, createEdit, NONE, replay, type Shown } from "./commands/commands.js";
import { createKeys, useKeys } from "./commands/keys.js";
import { TopBar } from "./commands/top-bar.js";
import { writeFirst } from "./copy.js";
import { DeliveryPane } from "./delivery/detail.js";
import { ReplayDialog } from "./delivery/replay.js";
import { HelpDialog, ReconcileDialog } from "./dialogs.js";
import { DeliveryList } from "./list/list.js";
import { TimeStrip } from "./list/strip.js";
import { SendDialog } from "./send.js";
import { state, useInspector } from "./state.js";

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
