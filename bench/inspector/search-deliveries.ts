/** The deliveries of the bench of searches, and the messages between it and its sender. */

export const SECRET = "secret of the bench";

export function createBody(number: number): string {
  const issue = { number, title: `Issue ${number}`, body: "Steps to repeat it. ".repeat(40) };
  return JSON.stringify({ action: "opened", issue, repository: { full_name: "acme/app" } });
}

/** A message to the sender: where it sends deliveries, and for how long. */
export interface SenderJob {
  readonly url: string;
  readonly seconds: number;
}

/** The answer: times in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}
