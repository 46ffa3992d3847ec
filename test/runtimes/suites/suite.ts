/** Suites: programs that run inside each runtime, whose answers are compared. */

export const SUITE_NAMES = ["receive", "endpoint", "client", "exports", "made"] as const;

/** Describes a response, with its body as text. */
export async function describeResponse(response: Response): Promise<object> {
  const { status, headers } = response;
  return { status, headers: describeHeaders(headers), body: await response.text() };
}

export function describeHeaders(headers: Headers): readonly (readonly [string, string])[] {
  return [...headers].sort(([left], [right]) => (left < right ? -1 : 1));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type SuiteName = (typeof SUITE_NAMES)[number];

/** Where a suite runs. */
export interface Surroundings {
  /** Origin of the server that the client is tested against. */
  readonly server: string;
}

/** Answer of a case, by its name. It holds nothing that may differ between runtimes, such as a time. */
export type Answers = Readonly<Record<string, unknown>>;

export type Suite = (surroundings: Surroundings) => Promise<Answers>;
