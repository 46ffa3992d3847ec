/** The error that a promise rejects with; a promise that resolves fails the test. */
export async function errorOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const value = await promise.then(
    (resolved) => ({ resolved }),
    (error: unknown) => error,
  );
  if (value instanceof Error) return value as Error & Record<string, unknown>; // tests look at any key
  throw new Error(`Expected an error; got ${JSON.stringify(value)}.`);
}
