/**
 * Splits text that arrives in pieces at a separator. The time is linear in the length of the text,
 * however it is cut, because only new text is searched. Text after the last separator is not passed on.
 * @param maxLength Of a record, in characters. A longer one is not kept in memory.
 * @param onRecord Gets `undefined` for a record that is too long, once and as soon as it is.
 */
export function createSplitter(
  separator: string,
  maxLength: number,
  onRecord: (record: string | undefined) => void,
): (piece: string) => void {
  /** `undefined` in a record that is too long. */
  let record: string | undefined = "";
  return (piece) =>
    piece.split(separator).forEach((part, index) => {
      if (index > 0) {
        if (record !== undefined) onRecord(record);
        record = "";
      }
      if (record !== undefined && (record += part).length > maxLength)
        onRecord((record = undefined));
    });
}
