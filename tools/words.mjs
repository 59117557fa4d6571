import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { everyFile } from './lib/files.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/words.mjs',
  usage: ['node tools/words.mjs [<file>…]'],
  about: `
Finds words of the list in tools/words.json in names, comments and documents of every file, or of the named ones. In the list,
"allowed" names a file and the words that it may hold, or why it is left out as a whole.`,
  operands: { '<file>…': 'by default every file of the repository' },
};

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

await runCommand(command, ({ operands }) => {
  const findings = (operands.length > 0 ? operands : everyFile().filter(isOurs)).flatMap(findingsIn);
  if (findings.length > 0) process.stdout.write(`${findings.join('\n')}\n${findings.length} words to be replaced\n`);
  return findings.length === 0;
});
