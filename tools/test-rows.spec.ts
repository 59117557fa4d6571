import { spawnSync } from 'node:child_process';
import path from 'node:path';

interface Project {
  readonly name: string;
  readonly followsFirst?: boolean;
  /** When it ends, in turns of the event loop after its begin. */
  readonly turns: number;
}

/** What begins and ends, in this order, when a row of these projects runs, and the names of the results. */
function runOf(row: readonly Project[]): { readonly events: readonly string[]; readonly results: readonly string[] } {
  const script = `
    import { runRow } from './tools/lib/test-run.mjs';
    const events = [];
    const run = async ({ name, turns }) => {
      events.push(name + ' begins');
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      events.push(name + ' ends');
      return name;
    };
    const results = await runRow(${JSON.stringify(row)}, run);
    console.log(JSON.stringify({ events, results }));`;
  const options = { cwd: path.join(__dirname, '..'), encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], options);
  return JSON.parse(stdout) as ReturnType<typeof runOf>;
}

const systems = { name: 'systems', turns: 9 };
const shared = { name: 'shared', turns: 3 };
const servers = { name: 'servers', followsFirst: true, turns: 1 };

it('a project that follows begins when the first of the others has ended', () =>
  expect(runOf([systems, shared, servers])).toEqual({
    events: ['systems begins', 'shared begins', 'shared ends', 'servers begins', 'servers ends', 'systems ends'],
    results: ['systems', 'shared', 'servers'],
  }));

it('a project that follows begins at once where no other runs', () =>
  expect(runOf([servers])).toEqual({ events: ['servers begins', 'servers ends'], results: ['servers'] }));
