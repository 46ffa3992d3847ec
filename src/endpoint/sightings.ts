/** As many marks as are kept at a time: what comes back later than that is new again. */
const MARKS = 4096;

/** Longer texts are always new: looking at all of them would cost more than it could save. */
const LONGEST_TEXT = 4096;

/** Whether a text is seen for the first time; from then on, it has been seen. */
export type IsNew = (text: string) => boolean;

/**
 * Tells what comes again, and is worth remembering, from what comes once. Keeps a number of each
 * text: two that share one are taken for the same, which only means to remember the second too early.
 */
export function createSightings(): IsNew {
  const marks = new Set<number>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return true;
    const mark = markOf(text);
    if (marks.has(mark)) return false;
    if (marks.size >= MARKS) marks.clear();
    marks.add(mark);
    return true;
  };
}

/** Of 30 bits, which engines keep without an object. */
function markOf(text: string): number {
  let mark = text.length;
  for (let index = 0; index < text.length; index++) {
    mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0;
  }
  return mark & 0x3fffffff;
}
