/** Paths and addresses, as the command line takes them. */
import { sep } from "node:path";
import { type CliIo, locate } from "./io.js";

/** Writes a path with slashes, as npm and git take it on every system. */
export function toSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** True for an address: a path has no scheme. */
export function isRemote(source: string): boolean {
  return source.includes("://");
}

/** Resolves the source of a description, unless it is an address or `-`. */
export function locateSource(io: Pick<CliIo, "cwd">, from: string): string {
  return from === "-" || /^[a-z][a-z0-9+.-]+:\/\//i.test(from) ? from : locate(io, from);
}
