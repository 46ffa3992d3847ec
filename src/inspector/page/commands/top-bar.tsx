/** The bar at the top: the title, the state of the connection, the filter, and the actions. */
import { toQuery } from "../address.js";
import { FilterBar } from "../list/filter-bar.js";
import { createUrl } from "../requests.js";
import { state, useInspector } from "../state.js";
import { replay, sendSample, type Show } from "./commands.js";
import { ThemeSwitch } from "./theme.js";

/** Words for the state of the stream of changes. */
const LIVE = { connecting: "connecting", live: "live", lost: "connection lost" } as const;

export function TopBar({ show }: { readonly show: Show }) {
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
