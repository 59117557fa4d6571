import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'tools/check-rules.mjs'), ...args], { cwd: root, encoding: 'utf8' });

// Go builds promtool in minutes: only where `node tools/check-rules.mjs` has built it. tools/monitoring.spec.ts checks the rules everywhere.
(run('--check').status === 0 ? describe : describe.skip)('promtool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-rules-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts the rules, their tests and the configuration', () => {
    const { status, stdout, stderr } = run();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/SUCCESS/g)?.length).toBeGreaterThan(3);
  });

  it.each([
    ['a rule that does not parse', '== 0', '== = 0', /could not parse expression/],
    ['a rule that its test does not let fire', 'kafka_dead_letter_messages) > 0', 'x) > 0', /DeadLetters/],
  ])('refuses %s', (_, from, to, problem) => {
    cpSync(path.join(root, 'deploy/monitoring'), folder, { recursive: true });
    const file = path.join(folder, 'alerts.yml');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    const { status, stderr } = run(folder);
    expect(status).toBe(1);
    expect(stderr).toMatch(problem);
  });
});
