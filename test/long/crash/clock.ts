/** A wall clock that can be set. Imported before all others, because an inbox takes the platform's function. */
const readMachine = Date.now;
let ahead = 0;

Date.now = () => readMachine() + ahead;

/** Sets the clock so many milliseconds ahead of the machine's, or back. */
export function setClock(milliseconds: number): void {
  ahead = milliseconds;
}
