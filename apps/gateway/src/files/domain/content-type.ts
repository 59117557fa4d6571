/** The types of files that processors take as evidence, and the endings of their names. The first ending is added where a name has none of them. */
export const contentTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ContentType = keyof typeof contentTypes;

/** Names that clients send for the same types. */
const aliases: Readonly<Record<string, ContentType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'application/x-pdf': 'application/pdf',
};

/** The form names no type: a client that does not know one sends the second, and the first is what a form without a type means. */
const unnamed: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream']);

export const isUnnamed = (type: string): boolean => unnamed.has(type.toLowerCase());

/** undefined: a type that no file may have. */
export function contentTypeOf(type: string): ContentType | undefined {
  const lower = type.toLowerCase();
  return lower in contentTypes ? (lower as ContentType) : aliases[lower];
}
