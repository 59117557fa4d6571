// Checks deploy/monitoring with Prometheus' own tool, which Go builds once in some minutes: its rules, their tests, its configuration.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from './lib/command-line.mjs';
import { builtPath, goBuilt } from './lib/go-program.mjs';
import { root } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { promtool } from './lib/prometheus.mjs';

const command = {
  name: 'node tools/check-rules.mjs',
  usage: ['node tools/check-rules.mjs [folder]'],
  about: 'Checks alerts.yml, alerts.test.yml and prometheus.yml of a folder with promtool.',
  operands: { folder: 'by default deploy/monitoring' },
  options: { check: { about: 'only says, by its exit code, whether promtool is built already' } },
};

/** The configuration with its token beside it, as docker-compose.yml mounts it. */
function mounted(folder) {
  const text = readFileSync(path.join(folder, 'prometheus.yml'), 'utf8');
  const target = mkdtempSync(path.join(tmpdir(), 'payorch-prometheus-'));
  const token = path.join(target, 'metrics_token');
  writeFileSync(token, 'token');
  writeFileSync(path.join(target, 'alerts.yml'), readFileSync(path.join(folder, 'alerts.yml')));
  writeFileSync(path.join(target, 'prometheus.yml'), text.replace('/etc/prometheus/metrics_token', token));
  return target;
}

await runCommand(command, async ({ values, operands }) => {
  if (values.check) return existsSync(builtPath(promtool));
  const folder = path.resolve(root, operands[0] ?? 'deploy/monitoring');
  const program = await goBuilt(promtool);
  const run = async (cwd, ...args) => {
    const { stdout } = await promisify(execFile)(program, args, { cwd }).catch((error) => {
      throw new Problem(`promtool ${args.join(' ')}: ${error.stdout}${error.stderr}`);
    });
    process.stdout.write(stdout);
  };
  await run(folder, 'check', 'rules', 'alerts.yml');
  await run(folder, 'test', 'rules', 'alerts.test.yml');
  const target = mounted(folder);
  await run(target, 'check', 'config', 'prometheus.yml').finally(() =>
    rmSync(target, { recursive: true, force: true }),
  );
});
