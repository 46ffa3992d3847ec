/**
 * Version and address of the package, as requests and errors give them. `scripts/stamp-version.ts` writes the
 * version here.
 */

/** The default `user-agent` (contract A.23). */
export const USER_AGENT = "typewire/0.1.0";

/** The page that explains errors, with a heading for each code. */
const ERRORS_PAGE = "https://github.com/typewire/typewire/blob/main/docs/errors.md#";

/**
 * Creates the address of the page's heading for a code.
 *
 * @example linkTo("UNSAFE_PATH"); // → https://github.com/…/errors.md#unsafe_path
 */
export function linkTo(code: string): string {
  return ERRORS_PAGE + code.toLowerCase();
}

/**
 * Creates the message `<subject> <detail>.`
 * @param detail Text of `explain`. Without it, the message names the code and the address of its page.
 */
export function writeMessage(code: string, subject: string, detail: string | undefined): string {
  return detail === undefined
    ? `${subject}: ${code}, see ${linkTo(code)}`
    : `${subject} ${detail}.`;
}
