/** Something that is typed in once and must not turn up where it does not belong. */
export interface Mark {
  readonly name: string;
  readonly text: string;
}

/** A place to look into, whole. */
export interface Place {
  readonly name: string;
  readonly content: Buffer;
}

type Form = readonly [name: string, bytes: Buffer];

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** Base64 of a text that lies somewhere within a longer one: what is the same whatever surrounds it, for each alignment. */
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

/** The ways in which any text may be written down. */
const encodingsOf = (text: string): Form[] => [
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

/** A card number as it may be written down. */
export const numberForms = ({ text }: Mark): Form[] => [
  ...encodingsOf(text),
  ...groupsOf(text),
  ['packed digits', Buffer.from(text.length % 2 === 0 ? text : `${text}f`, 'hex')],
];

/** Three or four digits prove nothing by themselves: a CVC counts where it stands as a value of its own. */
export const cvcForms = ({ text }: Mark): Form[] => [
  ...encodingsOf(`"${text}"`),
  ['within JSON within JSON', utf8(`\\"${text}\\"`)],
  ['a column', utf8(`,${text},`)],
  ['a value', utf8(`\t${text}\t`)],
  ['of a form', utf8(`=${text}&`)],
  ['named cvc', utf8(`cvc=${text}`)],
];

/** Where which mark was found, and as what. */
export function findMarks(places: readonly Place[], marks: readonly Mark[], formsOf: (mark: Mark) => Form[]): string[] {
  const wanted = marks.flatMap((mark) => formsOf(mark).map(([form, bytes]) => ({ mark, form, bytes })));
  return places.flatMap(({ name, content }) =>
    wanted.filter(({ bytes }) => content.includes(bytes)).map(({ mark, form }) => `${name}: ${mark.name}, ${form}`),
  );
}
