/**
 * `node tools/compare-contract.mjs [document] [departures]`: holds api/openapi.json against api/contract.digest.json. Every difference stands with its reason in docs/departures.md,
 * section "Shapes", and every one that stands there exists: else they are printed and the exit code is 1.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { differencesBetween } from './lib/api-compare.mjs';
import { digestOf } from './lib/api-shape.mjs';
import { root } from './lib/paths.mjs';

const read = (file) => fs.readFileSync(path.resolve(root, file), 'utf8');

/** Rows of the table: places and differences, each parted by `;`. `*` stands for anything within a place. */
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

/** What is wrong between the differences that there are and those that are explained. */
function judge({ differences, beyond }, departures) {
  const lines = [...differences, ...beyond.map((key) => `${key}: added`)];
  const unexplained = lines.filter((line) => !departures.some(({ pattern }) => pattern.test(line)));
  const gone = departures.filter(({ pattern }) => !lines.some((line) => pattern.test(line)));
  return [
    ...unexplained.map((line) => `not in docs/departures.md: ${line}`),
    ...gone.map(({ rule }) => `no departure any more: ${rule}`),
    ...departures.filter(({ why }) => !why).map(({ rule }) => `without a reason: ${rule}`),
  ];
}

function main([document = 'api/openapi.json', departures = 'docs/departures.md']) {
  const theirs = JSON.parse(read('api/contract.digest.json'));
  const ours = digestOf(JSON.parse(read(document)));
  const wrong = judge(differencesBetween(theirs, ours), departuresIn(read(departures)));
  if (wrong.length === 0) return;
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
