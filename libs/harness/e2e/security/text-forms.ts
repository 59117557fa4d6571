import type { Marker } from '../support/card-markers';

/** Base64 of a text within a longer text: for each alignment, the characters that do not depend on the preceding text. */
const base64Within = (text: string, before: number): string => {
  const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`)
    .toString('base64url')
    .replace(/=+$/, '');
  const whole = Math.floor(((before + text.length) * 4) / 3);
  return encoded.slice(Math.ceil((before * 4) / 3), whole);
};

/** The forms in which a token or an account number may be stored. */
export const textForms = ({ text }: Marker): [name: string, bytes: Buffer][] => [
  ['plain', Buffer.from(text)],
  ['hex', Buffer.from(Buffer.from(text).toString('hex'))],
  ['UTF-16', Buffer.from(text, 'utf16le')],
  ...[0, 1, 2].map((before): [string, Buffer] => [
    `base64, shifted by ${before}`,
    Buffer.from(base64Within(text, before)),
  ]),
];
