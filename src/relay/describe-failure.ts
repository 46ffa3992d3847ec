/**
 * One line about a failed request. `fetch` hides the reason behind "fetch failed"; the code of
 * its cause (`ECONNREFUSED`) says more, and no message of the platform's can bring in a URL.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "unknown failure";
  const code = readCode(error.cause) ?? readCode(error);
  return code ?? (error.name === "StreamError" ? error.message : error.name);
}

function readCode(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("code" in value)) return undefined;
  return typeof value.code === "string" ? value.code : undefined;
}
