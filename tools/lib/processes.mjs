import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The start time of a process in the platform's format: a pid is reused, a pid with its start time is not.
 * Undefined without such a process, or for a zombie.
 */
export function startedAt(pid) {
  if (process.platform === 'linux') {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    const [state, ...began] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state.startsWith('Z') ? undefined : began.join(' ');
  } catch {
    return undefined;
  }
}

const recordPath = (runDir, name) => path.join(runDir, `${name}.json`);

/** Writes a file atomically: other processes may read it. */
export function writeWhole(file, content, mode = 0o600) {
  writeFileSync(`${file}.new`, content, { mode });
  renameSync(`${file}.new`, file);
}

/** Records a process, so that `npm run stop` and the next start identify it. */
export function record(runDir, name, pid, facts = {}) {
  mkdirSync(runDir, { recursive: true });
  writeWhole(recordPath(runDir, name), JSON.stringify({ name, pid, startedAt: startedAt(pid), ...facts }, null, 2));
}

export const forget = (runDir, name) => rmSync(recordPath(runDir, name), { force: true });

/** The record in a file, unless another process has just removed it. */
function readIfThere(file) {
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))];
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The recorded processes that still run. */
export function recorded(runDir) {
  if (!existsSync(runDir)) return [];
  return readdirSync(runDir)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readIfThere(path.join(runDir, file)))
    .filter(({ pid, startedAt: began }) => began !== undefined && startedAt(pid) === began);
}

/**
 * Starts a server in its own process group, so that Ctrl-C at the terminal reaches only this process, which then stops the
 * servers in order. The output goes to a file; the previous file is kept as `.previous.log`. `leaves`: a file that the server
 * writes at its end, and its final path.
 */
export function launch({ name, command, args, env, cwd, uid, gid, logFile, runDir, stopSignal, leaves }) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/(\.log)?$/, '.previous.log'));
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { cwd, env, uid, gid, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  child.unref();
  if (child.pid !== undefined) record(runDir, name, child.pid, { logFile, stopSignal, leaves });
  return { name, pid: child.pid, startedAt: startedAt(child.pid), ended, logFile, stopSignal, leaves };
}

const signal = (pid, which) => {
  try {
    process.kill(pid, which);
  } catch {
    // The process has ended meanwhile.
  }
};

/** Stops a process and waits for its end; kills it after `withinMs`. Returns `gone`, `stopped` or `killed`. */
export async function stopProcess(
  { pid, startedAt: began, stopSignal = 'SIGTERM', leaves },
  { withinMs = 10_000 } = {},
) {
  const runs = () => began !== undefined && startedAt(pid) === began;
  if (!runs()) return 'gone';
  signal(pid, stopSignal);
  for (const end = performance.now() + withinMs; performance.now() < end && runs();) await sleep(20);
  if (runs()) {
    signal(pid, 'SIGKILL');
    while (runs()) await sleep(20);
    return 'killed';
  }
  if (leaves && existsSync(leaves.from)) renameSync(leaves.from, leaves.to);
  return 'stopped';
}

/** The last lines of a log, for an error message. */
export function tailOf(file, lines = 12) {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
