import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'route-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const target = path.join(folder, name);
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
  return target;
}

function route(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/route.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const choice = (connector: string, id: string) => ({ connector, merchant_connector_id: id });
const stripe = choice('stripe', 'mca_s');
const adyen = choice('adyen', 'mca_a');
const single = { type: 'single', data: stripe };
const split = { type: 'volume_split', data: [{ connector: stripe, split: 60 }, { connector: adyen, split: 40 }] }; // prettier-ignore
const accounts = {
  accounts: [
    { ...stripe, approval_rate: 92.5, percent_fee: 2.9, fixed_fee: 30 },
    { ...adyen, approval_rate: 88, percent_fee: 1.1, fixed_fee: 12 },
  ],
};

it('100,000 generated payments are split, priced and compared, the same each time', () => {
  const args = ['--algorithm', file('split.json', split), '--against', file('single.json', single)];
  const run = () =>
    route('simulate', ...args, '--generate', '100000', '--accounts', file('accounts.json', accounts), '--json');
  const { status, stdout, stderr } = run();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const report = JSON.parse(stdout) as {
    algorithm: { accounts: { account: string; payments: number }[]; expected_approval_rate: string };
    changes: { payments: number; first: { payment_id: string }[] };
  };
  const taken = new Map(report.algorithm.accounts.map(({ account, payments }) => [account, payments]));
  expect(Math.abs(taken.get('mca_s')! / 100_000 - 0.6)).toBeLessThan(0.01);
  expect(report.changes.payments).toBe(taken.get('mca_a'));
  expect(report.changes.first).toHaveLength(10);
  const expected = (taken.get('mca_s')! * 92.5 + taken.get('mca_a')! * 88) / 100_000;
  expect(Number(report.algorithm.expected_approval_rate)).toBeCloseTo(expected, 3);
  expect(run().stdout).toBe(stdout);
});

it('a file of payments is read by its columns, and a page is written', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `pay_${at},${at},EUR,x`);
  const payments = file('payments.csv', `payment_id,amount,currency,status\n${lines.join('\n')}\n`);
  const page = path.join(folder, 'page.html');
  const { status, stdout } = route(
    'simulate',
    '--algorithm',
    file('s.json', single),
    '--payments',
    payments,
    '--html',
    page,
  );
  expect(status).toBe(0);
  expect(stdout).toContain('5,000 payments');
  expect(stdout).toContain('note: ignored columns: status');
  expect(stdout).toMatch(/mca_s +stripe +5,000 +100\.00 %/);
  expect(readFileSync(page, 'utf8')).toContain('<svg');
});

it('all problems of all files are printed, and the exit code is 1', () => {
  const wrong = { type: 'volume_split', data: [{ connector: stripe, split: 60 }, { connector: 7, split: 30 }] }; // prettier-ignore
  const algorithm = file('wrong.json', wrong);
  const rates = file('rates.json', { accounts: [{ ...stripe, approval_rate: 101, percent_fee: 1, fixed_fee: 1 }] });
  const { status, stdout, stderr } = route(
    'simulate',
    '--algorithm',
    algorithm,
    '--accounts',
    rates,
    '--generate',
    '1',
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`${rates}: accounts[0].approval_rate must be a number from 0 to 100`);
  expect(stderr).toContain(`${algorithm}: data[1].connector`);
});

it('all problems of a file of payments are printed, each with its line', () => {
  const payments = file('wrong.csv', 'payment_id,amount,currency\npay_1,1\npay_2,x,EUR\npay_3,1,EURO\n');
  const { status, stderr } = route('simulate', '--algorithm', file('s.json', single), '--payments', payments);
  expect(status).toBe(1);
  expect(stderr.match(/: line \d/g)).toEqual([': line 2', ': line 3', ': line 4']);
});

it.each([
  [['simulate'], 2, '--algorithm is missing'],
  [['simulate', '--algorithm', 'a.json'], 2, 'the payments are missing'],
  [['simulate', '--algorithm', 'a.json', '--generate', '1', '--payments', 'p.csv'], 2, 'name either'],
  [['simulate', '--algorithm', 'a.json', '--generate', '-1'], 2, '--generate'],
  [['simulate', '--algorithm', '/nowhere/a.json', '--generate', '1'], 1, '/nowhere/a.json: ENOENT'],
  [['simulate', '--unknown'], 2, "Unknown option '--unknown'"],
  [['undo'], 2, 'there is no command undo'],
])('%j ends with %i and %s', (args, code, text) => {
  const { status, stderr } = route(...args);
  expect(status).toBe(code);
  expect(stderr).toContain(text);
});
