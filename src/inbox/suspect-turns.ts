/** Turns of suspects, which may have ended a process before and so run alone, and of ordinary deliveries. */
import type { ClaimLimits, StoreResult } from "./store.js";

/** Decides which deliveries the next transaction may claim (contract G.10). */
export class SuspectTurns {
  #turn: Turn = "together";
  readonly #onRoom: () => void;

  /** @param onRoom called when more can be claimed than before. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  /**
   * Limits the next claims.
   * @param running the number of deliveries that are being handled.
   * @param concurrency the most that may be.
   */
  limitClaims(running: number, concurrency: number): ClaimLimits {
    if (this.#turn === "alone") return { from: "suspects", room: running === 0 ? 1 : 0 };
    return {
      from: this.#turn === "emptying" ? "none" : "ordinary",
      room: concurrency - running,
    };
  }

  /** Notes a transaction that claimed deliveries `from` one kind, or only looked for suspects. */
  noteClaims(
    from: ClaimLimits["from"],
    { claimed, isSuspectDue }: StoreResult,
    running: number,
  ): void {
    if (from === "suspects" && claimed.length === 0) this.#enter("yielded");
    if (from === "ordinary" && isSuspectDue && this.#turn === "together")
      this.#enter(running === 0 ? "alone" : "emptying");
    if (from === "none" && !isSuspectDue && this.#turn === "emptying") this.#enter("together");
  }

  /** Lets the next claims look for suspects again, after another process has claimed one. Called at each poll. */
  notePoll(): void {
    if (this.#turn === "yielded") this.#enter("together");
  }

  /** Notes that the last delivery is done. */
  noteIdle(): void {
    if (this.#turn === "emptying") this.#enter("alone");
    else if (this.#turn === "alone") this.#enter("together");
  }

  #enter(turn: Turn): void {
    this.#turn = turn;
    if (turn !== "emptying") this.#onRoom();
  }
}

/**
 * - `together`: handles ordinary deliveries side by side, at least once after each suspect.
 * - `emptying`: a suspect is due, so nothing new begins until all running deliveries are done.
 * - `alone`: handles one suspect.
 * - `yielded`: another process claimed the suspect first. Ordinary deliveries continue; the next poll looks
 *   for suspects again.
 */
type Turn = "together" | "emptying" | "alone" | "yielded";
