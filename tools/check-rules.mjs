// Checks deploy/monitoring with Prometheus' own tool, which Go builds once in some minutes: its rules, their tests, its configuration.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { builtPath, goBuilt } from './lib/go-program.mjs';
import { root } from './lib/paths.mjs';
import { Problem, reportProblem } from './lib/problem.mjs';
import { promtool } from './lib/prometheus.mjs';

const usage = `usage: node tools/check-rules.mjs [folder]

Checks alerts.yml, alerts.test.yml and prometheus.yml of a folder, by default deploy/monitoring, with promtool.
  --check  only says, by its exit code, whether promtool is built already
`;

function options() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' }, check: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const { values, positionals } = options();
if (values.help) {
  process.stdout.write(usage);
  process.exit();
}
if (values.check) process.exit(existsSync(builtPath(promtool)) ? 0 : 1);

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

try {
  const folder = path.resolve(root, positionals[0] ?? 'deploy/monitoring');
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
} catch (error) {
  reportProblem(error);
  process.exitCode = 1;
}
