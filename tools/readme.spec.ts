import { topics } from '@payorch/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const readme = readFileSync(path.resolve(__dirname, '../README.md'), 'utf8');
const [, drawing = ''] = /```mermaid\n([\s\S]*?)```/.exec(readme) ?? [];

interface Arrow {
  readonly from: string;
  readonly label: string;
  readonly to: string;
}

const [begin = '', ...lines] = drawing.trimEnd().split('\n');
const arrows = lines.map((line): Arrow => {
  const [, from = '', label = '', to = ''] =
    /^ {2}([\w-]+)(?:\(\[[\w ]+\]\))? -->\|([^|"<>]+)\| ([\w-]+)(?:\(\[[\w ]+\]\))?$/.exec(line) ?? [];
  return { from, label, to };
});
const outside = ['REST', 'HTTPS', 'webhooks'];

it('the drawing consists of arrows that Mermaid can draw', () => {
  expect(begin).toBe('flowchart LR');
  expect(arrows.filter(({ from, label, to }) => from === '' || label === '' || to === '')).toEqual([]);
});

it.each(arrows.filter(({ label }) => !outside.includes(label)).map(({ from, label, to }) => [label, from, to]))(
  'the topic %s of the drawing is written by %s and read by %s',
  (label, from, to) => {
    const topic = Object.values(topics).find(({ name }) => name.replace(/<\w+>/, '*') === label);
    expect(topic?.writers).toContain(from);
    if (to === 'teams') expect(topic?.visibility).toBe('public');
    else if (topic?.readers !== 'everyone') expect(topic?.readers).toContain(to);
  },
);
