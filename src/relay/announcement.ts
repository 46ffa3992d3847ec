/** All that client and server of a relay share: the first event of a stream, and the id that names a time. */

/** Type of the first event of a stream. Clients of other relays skip events of types they do not know. */
export const ANNOUNCEMENT = "relay";

/** Data of the first event of a stream. */
export interface Announcement {
  /** Milliseconds between two signs of life. */
  readonly heartbeat: number;
  /**
   * Deliveries that are sent before new ones: `since` the last id of the client; `all` that are kept,
   * because the relay does not know that id; or `none`, because the client sent no id.
   */
  readonly replay: "none" | "since" | "all";
  /** False if deliveries may be missing that the relay no longer keeps. */
  readonly complete: boolean;
}

/** Reads the data of an announcement; `undefined` for anything else. */
export function readAnnouncement(data: string): Announcement | undefined {
  try {
    const { heartbeat, replay, complete } = JSON.parse(data) as Partial<Record<string, unknown>>;
    if (typeof heartbeat !== "number" || !(heartbeat >= 1)) return undefined;
    return {
      heartbeat,
      replay: replay === "since" || replay === "all" ? replay : "none",
      complete: complete !== false,
    };
  } catch {
    return undefined; // another relay's event of the same type
  }
}

/** Writes the id that asks for all deliveries since a time, in milliseconds since 1970 (contract D.14). */
export function formatTime(time: number): string {
  return `since-${time}`;
}

/** Returns `undefined` for any other id. */
export function readTime(id: string): number | undefined {
  const [, digits] = /^since-(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
