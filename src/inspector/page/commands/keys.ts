/** Keys of the page: the command of each, and when the page gets it. */
import { useEffect } from "preact/hooks";
import { copyAndShow } from "../actions.js";
import { openAndFocus } from "../list/list.js";
import { state } from "../state.js";
import { edit, goBack, repeat, sendSample, type Show } from "./commands.js";

export function createKeys(show: Show): Keys {
  return {
    j: () => state.move(1),
    k: () => state.move(-1),
    J: () => state.move(1, { isRange: true }),
    K: () => state.move(-1, { isRange: true }),
    ArrowDown: ({ shiftKey }) => state.move(1, { isRange: shiftKey }),
    ArrowUp: ({ shiftKey }) => state.move(-1, { isRange: shiftKey }),
    Enter: openAndFocus,
    Escape: goBack,
    "/": () => document.getElementById("search")?.focus(),
    r: () => repeat(show),
    e: () => void edit(show),
    s: () => sendSample(show),
    x: () => state.selected !== undefined && state.toggleMark(state.selected),
    c: () => void copyAndShow(location.href, "The link is copied."),
    "?": () => show({ kind: "help" }),
  };
}

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = keys[event.key];
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (action === undefined || isModified || event.defaultPrevented) return;
      if (!isFree(event)) return;
      action(event);
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** True unless a field or a dialog has the keys for itself. */
function isFree({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open], :popover-open") !== null) return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.closest("input, select, textarea") !== null) {
    if (key === "Escape") target.blur();
    return false;
  }
  if (key === "Enter") return target.closest("button, a, summary") === null;
  const isArrow = key.startsWith("Arrow");
  return !isArrow || target === document.body;
}

/** Actions by the name of their key. */
type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;
