/** Commands that both the bar and the keys give: they open a dialog, send the selected delivery, or close what is open. */
import type { DeliveryAnswer } from "../../types.js";
import { sendAndOpen } from "../actions.js";
import { readContent, type Content } from "../content.js";
import { indentJson } from "../delivery/format-json.js";
import { formatName } from "../format.js";
import { api } from "../requests.js";
import type { Draft } from "../send.js";
import { state } from "../state.js";

// ---- Dialogs

/** No dialog. */
export const NONE: Shown = { kind: "none" };

/** Offers to send a sample of the first event. */
export function sendSample(show: Show): void {
  const { source } = state;
  if (source?.canSend !== true) return;
  show({ kind: "send", draft: { event: source.events[0] ?? "", body: "" } });
}

/** Offers to replay one delivery, or those that are marked or match the filter. */
export function replay(show: Show, only?: string): void {
  if (state.source?.canReplay === true) show({ kind: "replay", only });
}

/** Sends the selected delivery again, or offers to replay it. */
export function repeat(show: Show): void {
  const { selected, source, marks } = state;
  if (selected === undefined) return;
  if (marks.size > 1) replay(show);
  else if (source?.canResend === true) void sendAndOpen(api.resend(selected));
  else replay(show, selected);
}

/** Offers to edit and send the selected delivery. */
export async function edit(show: Show): Promise<void> {
  const { selected, source } = state;
  if (selected === undefined || source?.canSend !== true) return;
  const delivery = await api.get(selected).catch((error: unknown) => state.show(error));
  if (delivery) show(createEdit(delivery, readContent(delivery)));
}

export function createEdit(delivery: DeliveryAnswer, { json, text }: Content): Shown {
  const body = json === undefined ? (text ?? "") : indentJson(json);
  return { kind: "send", draft: { event: formatName(delivery), body, from: delivery.key } };
}

// ---- Panes

/** Closes the delivery that is open, and moves the focus back to the list. */
export function closeDetail(): void {
  state.close();
  // Once it is in sight, because hidden elements take no focus.
  requestAnimationFrame(() => document.getElementById("list")?.focus());
}

/** Closes the delivery that is open; without one, unmarks the marked ones; without these, selects nothing. */
export function goBack(): void {
  if (state.isOpen) closeDetail();
  else if (state.marks.size > 0) state.set({ marks: new Set() });
  else state.set({ selected: undefined, anchor: undefined });
}

// ---- Types

/** Dialog that is open. */
export type Shown =
  | { readonly kind: "none" | "help" | "reconcile" }
  | { readonly kind: "send"; readonly draft: Draft }
  | { readonly kind: "replay"; readonly only: string | undefined };

/** Opens a dialog. */
export type Show = (dialog: Shown) => void;
