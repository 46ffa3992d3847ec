/** What one measured process does; it crosses a process boundary as JSON. */

/** `by hand` calls `fetch`, checks the status and parses the body: every ratio is over it. */
export const subjects = ["by hand", "typewire", "@octokit/request"] as const;

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
