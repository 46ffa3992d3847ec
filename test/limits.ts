/**
 * Milliseconds after which a test gives up what does not come. It only ends what hangs, however slow the machine is,
 * and is shorter than the limit of a test (`vitest.config.ts`), so that the test says what it waits for.
 */
export const HANG_LIMIT = 200_000;
