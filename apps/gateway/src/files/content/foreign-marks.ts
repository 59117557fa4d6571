/** In lower case: how files of other types begin, and what makes a browser run a page. */
const marks = ['%pdf-', '<script', '<html', '<svg', '<!doctype', '<?php', '<iframe', 'javascript:', 'pk\u0003\u0004'];

/** Whether the comments or other texts of an image hide a file of another type, which another program would find there. */
export function hasForeignMarks(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  return marks.some((mark) => text.includes(mark));
}
