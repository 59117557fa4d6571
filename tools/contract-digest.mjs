import fs from 'node:fs';
import path from 'node:path';
import { digestOf } from './lib/api-shape.mjs';
import { runCommand, UsageProblem } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/contract-digest.mjs',
  usage: ['node tools/contract-digest.mjs <contract.json> [--without <word>]'],
  about: 'Writes api/contract.digest.json, with which tools/compare-contract.mjs compares our document.',
  operands: { '<contract.json>': "the reference's document" },
  options: { without: { takes: '<word>', about: 'leaves out the enum values that contain this word' } },
};

const linesOf = (entries, without) =>
  Object.entries(entries)
    .map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one, without)}`)
    .join(',\n');

await runCommand(command, ({ values: { without: word }, operands: [file] }) => {
  if (!file) throw new UsageProblem('which document?');
  const without = (key, value) =>
    key === 'e' && Array.isArray(value)
      ? value.filter((one) => !word || !String(one).toLowerCase().includes(word.toLowerCase()))
      : value;
  const { operations, shapes } = digestOf(JSON.parse(fs.readFileSync(file, 'utf8')));
  const lines = (entries) => linesOf(entries, without);
  const text = `{"operations":{\n${lines(operations)}\n},"shapes":{\n${lines(shapes)}\n}}\n`;
  fs.writeFileSync(path.join(root, 'api/contract.digest.json'), text);
});
