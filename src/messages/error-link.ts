/** The page that explains errors, with a heading for each code. */
const PAGE = "https://github.com/typewire/typewire/blob/main/docs/errors.md#";

/**
 * Creates the address of the page's heading for a code.
 *
 * @example linkTo("UNSAFE_PATH"); // → https://github.com/…/errors.md#unsafe_path
 */
export function linkTo(code: string): string {
  return PAGE + code.toLowerCase();
}
