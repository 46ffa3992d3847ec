/** The first event of a relay's stream, by which the server tells the client what to expect. */

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
