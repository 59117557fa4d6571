import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(__dirname, '..');

/** The commands; `generate-rest.files.mjs` and its like are parts of one. */
const commands = readdirSync(__dirname).filter((name) => /^[a-z-]+\.mjs$/.test(name));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [...args], options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });

/** Two at a time: more would only wait for the processors. */
async function ofEach<T>(names: readonly string[], work: (name: string) => Promise<T>): Promise<T[]> {
  const left = [...names.entries()];
  const results: T[] = [];
  const next = async (): Promise<void> => {
    const entry = left.shift();
    if (!entry) return;
    results[entry[0]] = await work(entry[1]);
    await next();
  };
  await Promise.all([next(), next()]);
  return results;
}

it('every script of package.json that runs a tool runs one of the commands', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const tools = Object.values(scripts).flatMap((script) => /^node tools\/(\S+)/.exec(script)?.[1] ?? []);
  expect(tools.length).toBeGreaterThan(10);
  expect(commands).toEqual(expect.arrayContaining(tools));
});

it('every command prints its usage, its options and its exit codes for --help', async () => {
  const ended = await ofEach(commands, async (name) => ({ name, ...(await run([`tools/${name}`, '--help'])) }));
  const isHelp = /^usage: (npm|npx|node) [\s\S]*\n  -h, --help +\S[\s\S]*\nexit codes: /;
  const wrong = ended.filter(({ status, stdout, stderr }) => status !== 0 || stderr !== '' || !isHelp.test(stdout));
  expect(wrong).toEqual([]);
});

it('every command refuses an unknown option by its name with exit code 2', async () => {
  const ended = await ofEach(commands, async (name) => ({
    name,
    ...(await run([`tools/${name}`, '--no-such-option'])),
  }));
  const refusal = /^\nerror: Unknown option '--no-such-option'\n {2}fix: .*--help\n$/;
  const wrong = ended.filter(({ status, stdout, stderr }) => status !== 2 || stdout !== '' || !refusal.test(stderr));
  expect(wrong).toEqual([]);
});

it.each([
  [['tools/stop.mjs', 'gateway'], 'gateway is an argument too many'],
  [['tools/bench.mjs', '--retention', '2'], '--retention stands without --disk'],
  [['tools/soak.mjs', '--rate'], "Option '--rate <value>' argument missing"],
  [['tools/soak.mjs', '--rate', 'fast'], '--rate is fast'],
  [['tools/webhook-flood.mjs', '--forged', '-1'], '--forged'],
  [['tools/keys.mjs', 'rotate', 'locks'], 'cannot do rotate locks'],
  [['tools/keys.mjs', 'rotate', 'settings', 'merchant_1'], 'cannot do rotate settings merchant_1'],
  [['tools/faults.mjs', 'earthquake'], 'there is no fault run earthquake'],
  [['tools/reconcile.mjs'], '--connector is missing'],
  [['tools/reconcile.mjs', '--connector', 'stripe'], '--from is missing'],
  [['tools/reconcile.mjs', '--connector', 'stripe', '--from', '2026-02-30'], '--from 2026-02-30 is no time'],
  [['tools/reconcile.mjs', '--connector', 'stripe', '--from', '2026-11-01', '--to', 'now'], '--to now is no time'],
  [
    ['tools/reconcile.mjs', '--connector', 'stripe', '--from', '2026-11-02', '--to', '2026-11-02'],
    '--to 2026-11-02 is not after --from 2026-11-02',
  ],
  [
    ['tools/reconcile.mjs', '--connector', 'stripe', '--from', '2126-11-01', '--to', '2126-11-02'],
    '--from 2126-11-01 is in the future',
  ],
  [
    [
      'tools/reconcile.mjs',
      '--connector',
      'stripe',
      '--from',
      '2026-11-01',
      '--to',
      '2026-11-02',
      '--file',
      'none.csv',
    ],
    'there is no file none.csv',
  ],
  [
    ['tools/reconcile.mjs', '--connector', 'stripe', '--from', '2026-11-01', '--to', '2026-11-02', '--kind', 'capture'],
    '--kind capture: payment, refund, dispute, payout',
  ],
  [['tools/route.mjs', 'replay', '--no-such-option'], "Unknown option '--no-such-option'"],
])('%j is refused', async (args, text) => {
  const { status, stderr } = await run(args);
  expect(status).toBe(2);
  expect(stderr).toContain(text);
});

it('a reconciliation that cannot reach a system ends with 3: 1 says that there are findings', async () => {
  const PAYORCH_DATA = path.join(tmpdir(), 'no-system-is-here');
  const period = ['--connector', 'stripe', '--from', '2026-11-01', '--to', '2026-11-02'];
  const { status, stderr } = await run(['tools/reconcile.mjs', ...period], { PAYORCH_DATA });
  expect(status).toBe(3);
  expect(stderr).toContain(`no system is running on ${PAYORCH_DATA}`);
});

it('a command for a running system names PAYORCH_DATA where none is running', async () => {
  const PAYORCH_DATA = path.join(tmpdir(), 'no-system-is-here');
  const { status, stderr } = await run(['tools/keys.mjs', 'status'], { PAYORCH_DATA });
  expect(status).toBe(1);
  expect(stderr).toContain(`no system is running on ${PAYORCH_DATA}`);
  expect(stderr).toContain('PAYORCH_DATA=<folder>');
});
