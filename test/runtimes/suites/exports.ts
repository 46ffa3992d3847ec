/** Lists what each subpath exports. */
import { MODULES } from "listed-modules";
import type { Answers } from "./suite.js";

/** Matches names that the files of a build share; no name for users is that short. */
const INTERNAL = /^.{1,2}$/;

export function listExports(): Promise<Answers> {
  const entries = Object.entries(MODULES).map(([specifier, module]) => {
    const names = Object.keys(module).filter((name) => !INTERNAL.test(name));
    return [`of ${specifier}`, names.sort()] as const;
  });
  return Promise.resolve(Object.fromEntries(entries));
}
