// Finds words of the list in words.json in names, comments and documents. `node tools/words.mjs [file…]`; without files, in
// every file of the repository. `allowed` names a file and the words that it may hold, or why it is left out as a whole.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const { forbidden, notOurs, allowed } = JSON.parse(readFileSync(path.join(root, 'tools/words.json'), 'utf8'));
const kinds = /\.(ts|mjs|cjs|md|json|ya?ml|html|sh)$/;

const isOurs = (file) => kinds.test(file) && !notOurs.some((part) => `/${file}`.includes(part));

/** The words of a line: `replyTimeoutMs` is three, `reply_timeout` two. */
const wordsIn = (line) =>
  line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

function findingsIn(file) {
  const permitted = allowed[file];
  if (typeof permitted === 'string') return [];
  const isForbidden = (word) => Object.hasOwn(forbidden, word) && !permitted?.includes(word);
  const inText = (text, place) =>
    [...new Set(wordsIn(text).filter(isForbidden))].map((word) => `${place}: ${word} (write: ${forbidden[word]})`);
  const lines = readFileSync(path.resolve(root, file), 'utf8').split('\n');
  return [...inText(file, file), ...lines.flatMap((line, index) => inText(line, `${file}:${index + 1}`))];
}

const named = process.argv.slice(2);
const findings = (named.length > 0 ? named : everyFile().filter(isOurs)).flatMap(findingsIn);
if (findings.length > 0) {
  process.stdout.write(`${findings.join('\n')}\n${findings.length} words to be replaced\n`);
  process.exitCode = 1;
}
