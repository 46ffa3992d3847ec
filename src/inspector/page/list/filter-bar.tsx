/** Filter of the list: a search, and the choice of an event and an outcome. */
import { useState } from "preact/hooks";
import { OUTCOMES } from "../../types.js";
import { isFiltered, NO_FILTER, type EventFilter, type Filter } from "../address.js";
import { state, useInspector } from "../state.js";

export function FilterBar() {
  const { filter, isEmpty } = useInspector();
  const [hasChoices, setChoices] = useState(false); // on a narrow screen
  if (isEmpty) return null;
  return (
    <form
      class={`filter${hasChoices ? " has-choices" : ""}`}
      role="search"
      onSubmit={(submit) => submit.preventDefault()}
    >
      <input
        id="search"
        type="search"
        aria-label="Search in headers and bodies"
        placeholder={'Search: repository:acme action:opened "text"'}
        autocomplete="off"
        spellcheck={false}
        value={filter.q}
        onInput={({ currentTarget }) => state.setFilter({ q: currentTarget.value })}
      />
      <button
        type="button"
        class="only-narrow"
        aria-expanded={hasChoices}
        onClick={() => setChoices(!hasChoices)}
      >
        Filter
      </button>
      <EventChoice />
      <OutcomeChoice />
      <button
        type="button"
        class="choice-of-filter"
        disabled={!isFiltered(filter)}
        onClick={() => state.setFilter(NO_FILTER)}
      >
        Clear
      </button>
    </form>
  );
}

/** Choice of an event, with or without an action. Its options are the names that have been seen. */
function EventChoice() {
  const { filter, events } = useInspector();
  const chosen = filter.action === "" ? filter.event : `${filter.event}.${filter.action}`;
  return (
    <select
      class="choice-of-filter"
      aria-label="Event"
      value={chosen}
      onChange={({ currentTarget }) =>
        state.setFilter(events.get(currentTarget.value) ?? ALL_EVENTS)
      }
    >
      <option value="">All events</option>
      {chosen !== "" && !events.has(chosen) && <option value={chosen}>{chosen}</option>}
      {[...events.keys()].sort().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

const ALL_EVENTS: EventFilter = { event: "", action: "" };

function OutcomeChoice() {
  const { filter } = useInspector();
  return (
    <select
      class="choice-of-filter"
      aria-label="Outcome"
      value={filter.outcome}
      onChange={({ currentTarget: { value } }) =>
        // The options are the outcomes and the empty text.
        state.setFilter({ outcome: value as Filter["outcome"] })
      }
    >
      <option value="">All outcomes</option>
      {OUTCOMES.map((outcome) => (
        <option key={outcome} value={outcome}>
          {outcome}
        </option>
      ))}
    </select>
  );
}
