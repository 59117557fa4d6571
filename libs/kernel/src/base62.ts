const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number as text of `length` letters; what is above them is cut off. */
export function lettersOf(number: bigint, length: number): string {
  let [text, rest] = ['', number];
  for (let place = 0; place < length; place++) {
    text = letters[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}

/** The number that the letters are the text of. */
export const numberOfLetters = (text: string): number =>
  [...text].reduce((number, letter) => number * 62 + letters.indexOf(letter), 0);
