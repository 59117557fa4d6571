import fs from 'node:fs';
import path from 'node:path';
import { differencesBetween } from './lib/api-compare.mjs';
import { digestOf } from './lib/api-shape.mjs';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/compare-contract.mjs',
  usage: ['node tools/compare-contract.mjs [<document>] [<departures>]'],
  about: `
Compares api/openapi.json with api/contract.digest.json. Every difference must be listed with its reason in docs/departures.md,
section "Shapes", and every listed difference must exist; what violates this is printed.`,
  operands: { '<document>': 'by default api/openapi.json', '<departures>': 'by default docs/departures.md' },
};

const read = (file) => fs.readFileSync(path.resolve(root, file), 'utf8');

/** The rows of the table: places and differences, each separated by `;`. `*` matches any text within a place. */
function departuresIn(text) {
  const section = text.split(/^## /m).find((part) => part.startsWith('Shapes')) ?? '';
  const rows = section.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('`', ''));
    return line.startsWith('| `') ? [{ where: cells[1], what: cells[2], why: cells[3] }] : [];
  });
  const parts = (cell) => cell.split(/\s*;\s*/);
  return rows.flatMap(({ where, what, why }) =>
    parts(where).flatMap((place) => parts(what).map((one) => departure(`${place}: ${one}`, why))),
  );
}

const departure = (rule, why) => ({ rule, pattern: patternOf(rule), why });

const patternOf = (text) => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^:]*')}$`);

/** The violations: differences without an explanation, explanations without a difference or a reason. */
function violationsOf({ differences, beyond }, departures) {
  const lines = [...differences, ...beyond.map((key) => `${key}: added`)];
  const unexplained = lines.filter((line) => !departures.some(({ pattern }) => pattern.test(line)));
  const gone = departures.filter(({ pattern }) => !lines.some((line) => pattern.test(line)));
  return [
    ...unexplained.map((line) => `not in docs/departures.md: ${line}`),
    ...gone.map(({ rule }) => `no departure any more: ${rule}`),
    ...departures.filter(({ why }) => !why).map(({ rule }) => `without a reason: ${rule}`),
  ];
}

await runCommand(command, ({ operands: [document = 'api/openapi.json', departures = 'docs/departures.md'] }) => {
  const reference = JSON.parse(read('api/contract.digest.json'));
  const ours = digestOf(JSON.parse(read(document)));
  const wrong = violationsOf(differencesBetween(reference, ours), departuresIn(read(departures)));
  if (wrong.length > 0) process.stderr.write(`${wrong.join('\n')}\n`);
  return wrong.length === 0;
});
