/** Frame of all dialogs, and those for reconcile and help. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { InspectedReconciliation } from "../types.js";
import { copyText } from "./actions.js";
import { toQuery } from "./address.js";
import { api } from "./requests.js";
import { state } from "./state.js";

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
