import { distance } from 'fastest-levenshtein';

/** No name of the interface is longer; comparing longer texts would only cost time. */
const longestWord = 64;

const normal = (word: string): string => word.toLowerCase().replace(/[\s-]/g, '_');

/** How many edits a misspelt word may have: one in three characters, since two exchanged letters are two edits. */
const mostEdits = (length: number): number => Math.min(4, Math.max(1, Math.floor(length / 3)));

/** The edits between two words, whatever their case; undefined if there are too many for a misspelling. */
export function editsBetween(given: string, known: string): number | undefined {
  if (given.length === 0 || given.length > longestWord) return undefined;
  const edits = distance(normal(given), normal(known));
  return edits <= mostEdits(Math.max(given.length, known.length)) ? edits : undefined;
}

/** The one known word that resembles the given one most; undefined if none does, or several do alike. */
export function nearestWord(given: string, known: readonly string[]): string | undefined {
  let best: { readonly word: string; readonly edits: number; readonly isAlone: boolean } | undefined;
  for (const word of known) {
    const edits = editsBetween(given, word);
    if (edits === undefined || (best && edits > best.edits)) continue;
    best = { word, edits, isAlone: best?.edits !== edits };
  }
  return best?.isAlone ? best.word : undefined;
}
