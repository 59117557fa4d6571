/** A card number or CVC that a test enters once and must not find in any wrong place. */
export interface Marker {
  readonly name: string;
  readonly text: string;
}

/** The succeeding test card, whole or its last digits: not four digits inside a random id or token. */
export const testCardTrace = /(?:4242[ -]?){2}|\b4242\b/;

/** The whole content of a place that is searched. */
export interface Place {
  readonly name: string;
  readonly content: Buffer;
}

type Form = readonly [name: string, bytes: Buffer];

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Base64 of a text inside a longer text: for each alignment, the part that does not depend on the surrounding text. */
const base64Within = (text: string): Form[] =>
  [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), utf8(text)])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((shift + text.length) * 8) / 6);
    return [`base64, shifted by ${shift}`, utf8(encoded.slice(Math.ceil((shift * 8) / 6), whole))];
  });

const everyCharacter = (text: string, write: (code: string) => string): string =>
  [...text].map((one) => write(one.charCodeAt(0).toString(16))).join('');

/** The encodings in which a text may be stored. */
export const encodingsOf = (text: string): Form[] => [
  ['plain', utf8(text)],
  ['hex', utf8(utf8(text).toString('hex'))],
  ['URL-escaped', utf8(everyCharacter(text, (code) => `%${code}`))],
  ['JSON-escaped', utf8(everyCharacter(text, (code) => `\\u00${code}`))],
  ['UTF-16, little end first', utf16(text)],
  ['UTF-16, big end first', utf16(text).swap16()],
  ...base64Within(text),
];

const groupings = [/^(\d{4})(\d{4})(\d{4})(\d+)$/, /^(\d{4})(\d{6})(\d+)$/];
const separators = { spaced: ' ', dashed: '-', dotted: '.', 'spaced, in a URL': '%20', 'spaced, in a form': '+' };

const groupsOf = (number: string): Form[] =>
  groupings.flatMap((grouping) => {
    const groups = grouping.exec(number)?.slice(1) ?? [];
    return Object.entries(separators).map(([name, between]): Form => [name, utf8(groups.join(between))]);
  });

/** The forms in which a card number may be stored. */
export const numberForms = ({ text }: Marker): Form[] => [
  ...encodingsOf(text),
  ...groupsOf(text),
  ['packed digits', Buffer.from(text.length % 2 === 0 ? text : `${text}f`, 'hex')],
];

/** Three or four digits alone prove nothing: a CVC counts only as a separate value. */
export const cvcForms = ({ text }: Marker): Form[] => [
  ...encodingsOf(`"${text}"`),
  ['within JSON within JSON', utf8(`\\"${text}\\"`)],
  ['a column', utf8(`,${text},`)],
  ['a value', utf8(`\t${text}\t`)],
  ['of a form', utf8(`=${text}&`)],
  ['named cvc', utf8(`cvc=${text}`)],
];

/** One line for each marker found: place, marker, form. */
export function findMarkers(
  places: readonly Place[],
  markers: readonly Marker[],
  formsOf: (marker: Marker) => Form[],
): string[] {
  const searched = markers.flatMap((marker) => formsOf(marker).map(([form, bytes]) => ({ marker, form, bytes })));
  return places.flatMap(({ name, content }) =>
    searched
      .filter(({ bytes }) => content.includes(bytes))
      .map(({ marker, form }) => `${name}: ${marker.name}, ${form}`),
  );
}
