import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../paths.mjs';
import { Problem } from '../problem.mjs';

const version = '4.32.5';
const run = promisify(execFile);

const works = (command, args) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Debian has venv and pip in packages of their own: as root they are installed, as in CI. */
async function ensurePython() {
  if (await works('python3', ['-c', 'import ensurepip, venv'])) return;
  const isInstalled =
    process.getuid?.() === 0 &&
    (await works('apt-get', ['update'])) &&
    (await works('apt-get', ['install', '-y', '--no-install-recommends', 'python3', 'python3-venv']));
  if (!isInstalled) throw new Problem('python3 with venv and pip is missing', 'install python3 and python3-venv');
}

/** The program, installed once into the cache of this checkout. */
async function installed(progress) {
  const folder = path.join(cacheDir, `schemathesis-${version}`);
  const python = path.join(folder, 'bin', 'python');
  if (existsSync(path.join(folder, 'installed'))) return python;
  progress.line(`installing schemathesis ${version}`);
  await ensurePython();
  mkdirSync(cacheDir, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', folder]);
  try {
    const requirement = `schemathesis==${version}`;
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement], {
      timeout: 300_000,
    });
  } catch (error) {
    throw new Problem(
      `schemathesis could not be installed: ${error.stderr || error.message}`,
      'check the package index of pip',
    );
  }
  // The last step: a folder without it is incomplete, and made again.
  await run(python, ['-c', `open(${JSON.stringify(path.join(folder, 'installing'))}, 'w').close()`]);
  renameSync(path.join(folder, 'installing'), path.join(folder, 'installed'));
  return python;
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];

/**
 * Runs schemathesis on the document in `folder`. Returns whether it found nothing; its report goes to stderr. At the deadline the run
 * is ended, which is a failure.
 */
export async function runSchemathesis({ folder, baseUrl, examples, seed, deadlineMs, progress }) {
  const python = await installed(progress);
  const args = [
    ...['-m', 'schemathesis.cli', '--config-file', path.join(folder, 'schemathesis.toml')],
    ...['run', path.join(folder, 'openapi.json'), '--url', baseUrl, '--checks', checks.join(',')],
    ...['--phases', 'examples,fuzzing', '--max-examples', String(examples), '--seed', String(seed)],
    ...['--continue-on-failure', '--request-timeout', '60', '--max-redirects', '0', '--warnings', 'off', '--no-shrink'],
  ];
  const child = spawn(python, args, { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] });
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  if (signal)
    throw new Problem(
      `schemathesis did not end within ${deadlineMs / 1000} s`,
      'fewer --examples, or a later --deadline',
    );
  return code === 0;
}
