/**
 * Waits until a condition holds. The limit of the test, or of the program, ends it if it never does. It needs no
 * vitest, so that programs may use it, too.
 */
export async function untilMet(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 10));
}
