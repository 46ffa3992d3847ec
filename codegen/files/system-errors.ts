/** Tells errors of the operating system apart, and explains them for users of the command line. */

const MESSAGES: Readonly<Record<string, (subject: string) => string>> = {
  ENOENT: (path) => `${path} does not exist.`,
  EISDIR: (path) => `${path} is a folder; expected a file.`,
  ENOTDIR: (path) => `${path} is a file; expected a folder.`,
  EACCES: (path) => `There is no permission for ${path}.`,
  EPERM: (path) => `There is no permission for ${path}.`,
  EROFS: (path) => `${path} is on a file system that cannot be written.`,
  ENOSPC: () => "There is no space left on the disk.",
  EADDRINUSE: (address) => `${address} is in use; choose another port.`,
  EADDRNOTAVAIL: (address) => `${address} is not an address of this machine.`,
  ENOTFOUND: (address) => `The host ${address} is unknown.`,
};

/** Message for an error of the operating system; `undefined` for any other error. */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const describe = MESSAGES[String(error.code)];
  const subject = subjectOf(error);
  return subject === undefined ? undefined : describe?.(subject);
}

function subjectOf(error: object): string | undefined {
  // An error of Node may have any of these, of any type.
  const { dest, path, hostname, address, port } = error as Readonly<Record<string, unknown>>;
  if (typeof dest === "string") return dest;
  if (typeof path === "string") return path === "" ? "The file" : path;
  if (typeof hostname === "string") return hostname;
  if (typeof address === "string") return typeof port === "number" ? `${address}:${port}` : address;
  // Reading an open folder names no path.
  return "syscall" in error && error.syscall === "read" ? "The file" : undefined;
}

/**
 * Reason why an address did not answer, with the code of the operating system or of the TLS layer:
 * `fetch` itself says only that it failed.
 */
export function describeConnectionError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const text = cause.message.replace(/\.$/, "");
  const parts = text.includes(code) ? [text] : [code, text];
  return parts.filter((part) => part !== "").join(": ") || "no connection";
}

/** True for an error of the file system about something that does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** Code of an error of the system. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
