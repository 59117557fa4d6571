import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { cacheDir } from './paths.mjs';
import { Problem } from './problem.mjs';

const module = 'github.com/stripe/stripe-mock';
const version = 'v0.203.0';

/** The go program on the PATH, else in the folder of Go's installer; undefined without Go. */
export function goProgram() {
  return ['go', '/usr/local/go/bin/go'].find((program) => {
    try {
      execFileSync(program, ['version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** The program of Stripe's own mock, built once; it is renamed after the build, so it is never incomplete. */
async function built() {
  const program = path.join(cacheDir, `stripe-mock-${version}`);
  if (existsSync(program)) return program;
  const go = goProgram();
  if (!go) throw new Problem('go is missing, it builds stripe-mock once', 'install Go from https://go.dev/dl/');
  mkdirSync(cacheDir, { recursive: true });
  const filling = mkdtempSync(path.join(cacheDir, 'filling-'));
  try {
    const env = { ...process.env, GOBIN: filling, CGO_ENABLED: '0' };
    await promisify(execFile)(go, ['install', `${module}@${version}`], { env, cwd: filling });
    renameSync(path.join(filling, 'stripe-mock'), program);
  } catch (error) {
    throw new Problem(`stripe-mock could not be built: ${error.stderr || error.message}`, 'check the Go module proxy');
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
  return program;
}

/** Starts the mock on a free port, over HTTP; its address is read from its output. */
export async function startStripeMock() {
  const child = spawn(await built(), ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /HTTP at address: (\S+)/.exec(line)?.[1];
    if (address) return { child, url: `http://${address}` };
  }
  throw new Problem('stripe-mock ended before it listened');
}
