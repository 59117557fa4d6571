import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'payorch-words-'));
afterAll(() => rmSync(folder, { recursive: true }));

function check(content: string, name = 'page.md') {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const { status, stdout } = spawnSync(process.execPath, [path.join(__dirname, 'words.mjs'), file], {
    encoding: 'utf8',
  });
  return { status, found: stdout.split('\n').flatMap((line) => /: ([a-z]+) \(write/.exec(line)?.[1] ?? []) };
}

it.each([
  ['a comment', '// Whoever waits is served.', ['whoever']],
  ['a name in camel case', 'const oldestWaiterMs = 5;', ['waiter']],
  ['a name in snake case', 'const parked_for = 5;', ['parked']],
  ['a name in capitals', 'REFUNDS_PATIENCE=5s', ['patience']],
])('the word check finds a forbidden word in %s', (_place, content, found) =>
  expect(check(content)).toEqual({ status: 1, found }),
);

it('the word check finds a forbidden word in a file name', () =>
  expect(check('', 'courier.md')).toEqual({ status: 1, found: ['courier'] }));

it('the word check passes a text without forbidden words, also where one is part of another word', () =>
  expect(check('A sparked wishbone is untold. `npm start` prints a line.')).toEqual({ status: 0, found: [] }));
