const header = /^%PDF-[12]\.\d/;
/** The end of a document: the place of its last table, and its last line; writers put a line end or zeros behind. */
const trailer = /startxref\s+\d{1,10}\s+%%EOF[\s\0]*$/;
const trailerBytes = 2_048;

/**
 * Whether these bytes are one PDF, whole: its header first and its end last. Readers also find a header behind other bytes, and
 * an end before them: such files are two files in one.
 */
export function isPdf(bytes: Buffer): boolean {
  return (
    header.test(bytes.toString('latin1', 0, 16)) &&
    trailer.test(bytes.toString('latin1', Math.max(0, bytes.length - trailerBytes)))
  );
}
