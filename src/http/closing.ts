/** Keeps a connection open until its client could read an answer that came before the end of its request. */

/** Milliseconds in which a client can read its answer before the connection is closed. */
export const LINGER_TIME = 500;

/** Request that a client may still be sending. Some that platforms make cannot be resumed. */
interface UnfinishedRequest {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  resume?(): unknown;
}

/**
 * Gives a client that is still sending time to read its answer, and drops its data. An immediate close
 * would reset the connection, and the client could lose the answer (RFC 9112, section 9.6).
 */
export function linger(request: UnfinishedRequest): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.off("end", finish);
      request.off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, LINGER_TIME);
    request.on("end", finish);
    request.on("close", finish);
    dropRest(request);
  });
}

/** Reads and drops the rest of a body. */
export function dropRest(request: Pick<UnfinishedRequest, "resume">): void {
  request.resume?.();
}
