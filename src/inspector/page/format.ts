/** Names, times, durations and sizes as the page shows them. */
import type { InspectedSummary } from "../types.js";

/** The event, with its action if it has one: `issues.opened`. */
export function formatName({ event, action }: Pick<InspectedSummary, "event" | "action">): string {
  return action === undefined ? event : `${event}.${action}`;
}

export function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour12: false });
}

/** The time alone if it was today; otherwise the day and the time. */
export function formatDate(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  if (isToday) return formatTime(time);
  const day = date.toLocaleDateString(undefined, { day: "numeric", month: "short" });
  return `${day} ${date.toLocaleTimeString(undefined, { hour12: false, timeStyle: "short" })}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 100 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const kilobytes = bytes / 1_000;
  if (kilobytes < 1_000) return `${kilobytes.toFixed(1)} kB`;
  return `${(kilobytes / 1_000).toFixed(1)} MB`;
}
