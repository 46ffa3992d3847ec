/** What one measured process does; it crosses a process boundary as JSON. */

/**
 * `by hand` does the same work with `fetch`, and every ratio is over it. `bare fetch` parses the body and
 * nothing else: it shows how much of a request is the platform's own.
 */
export const subjects = ["by hand", "typewire", "@octokit/request", "bare fetch"] as const;

export type Subject = (typeof subjects)[number];

export interface ClientTrial {
  readonly subject: Subject;
  readonly method: "GET" | "POST";
  /** Over sockets, by the platform's own `fetch`. */
  readonly isServed: boolean;
  /** Requests that are sent before the measurement, and in it. */
  readonly warmUp: number;
  readonly count: number;
}
