/**
 * Writes api/contract.digest.json, with which `tools/compare-contract.mjs` compares our document:
 * `node tools/contract-digest.mjs <contract.json> [--without <word>]`. Enum values that contain that word are left out.
 */
import fs from 'node:fs';
import path from 'node:path';
import { digestOf } from './lib/api-shape.mjs';
import { root } from './lib/paths.mjs';

const [file, flag, word] = process.argv.slice(2);
if (!file || (flag !== undefined && (flag !== '--without' || !word))) {
  process.stderr.write('usage: node tools/contract-digest.mjs <contract.json> [--without <word>]\n');
  process.exit(2);
}
const without = (key, value) =>
  key === 'e' && Array.isArray(value)
    ? value.filter((one) => !word || !String(one).toLowerCase().includes(word.toLowerCase()))
    : value;

const { operations, shapes } = digestOf(JSON.parse(fs.readFileSync(file, 'utf8')));
const lines = (entries) =>
  Object.entries(entries)
    .map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one, without)}`)
    .join(',\n');
const text = `{"operations":{\n${lines(operations)}\n},"shapes":{\n${lines(shapes)}\n}}\n`;
fs.writeFileSync(path.join(root, 'api/contract.digest.json'), text);
