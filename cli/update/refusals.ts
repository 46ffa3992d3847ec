/** Errors of an update that was refused, with the ways on. All of them say that nothing was changed. */
import type { KnownDescription } from "../../codegen/import/merge/successor.js";
import { CommandError, explainError } from "../io/errors.js";
import { COMMAND } from "../io/tool.js";

/** End of each message about an update that failed. */
export const NOTHING_CHANGED = "Nothing was changed.";

/** The error about a schema folder that was written by hand. */
export function describeHandWritten(schema: string): CommandError {
  return new CommandError(
    `${schema} was not made from a description, so there is none to update from. To take one over: ${COMMAND} import FILE. ${NOTHING_CHANGED}`,
  );
}

/** The error about descriptions that came from standard input, or from an address with a secret. */
export function describeForgotten(
  schema: string,
  descriptions: readonly Pick<KnownDescription, "file" | "title">[],
): CommandError {
  const titles = descriptions.map(({ title, file }) => file || JSON.stringify(title)).join(" and ");
  return new CommandError(
    `${schema} does not remember where ${titles} came from. Say it once, and later updates take it from there:\n` +
      `  ${COMMAND} update --from FILE|URL\n${NOTHING_CHANGED}`,
  );
}

/**
 * The error about a description that cannot be read.
 * @param remembered Where the place is remembered, if no user has named it.
 */
export function describeUnreadable(
  error: unknown,
  shown: string,
  remembered: string | undefined,
): CommandError {
  const how =
    remembered === undefined
      ? ""
      : `\n${remembered} remembers ${shown}. If the description is elsewhere now: ${COMMAND} update --from FILE|URL`;
  return new CommandError(`${explainError(error)}${how}\n${NOTHING_CHANGED}`);
}

/** The error about a description that seems to be cut off. */
export function describeIncomplete(shown: string, reference: string, label: string): CommandError {
  return new CommandError(
    [
      `${shown} seems to be incomplete: it refers to ${reference}, which the version before had and this one lacks. ${NOTHING_CHANGED}`,
      "Try again, or tell the authors of the description.",
      `To take it as it is: ${COMMAND} update --from ${shown} --label ${label}`,
    ].join("\n"),
  );
}

/** The error about a description of another service. */
export function describeOther(
  shown: string,
  reason: string,
  candidates: readonly Pick<KnownDescription, "label">[],
): CommandError {
  return new CommandError(
    [
      `${shown} seems to describe another service: ${reason}. ${NOTHING_CHANGED}`,
      ...candidates.map(
        ({ label }) =>
          `If it is the next version of ${label} all the same: ${COMMAND} update --from ${shown} --label ${label}`,
      ),
      `To add it beside what is there: ${COMMAND} import ${shown}`,
    ].join("\n"),
  );
}
