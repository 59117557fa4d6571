import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './paths.mjs';
import { Problem } from './problem.mjs';

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

/** Where a built program is, or will be. */
export const builtPath = ({ name, version }) => path.join(cacheDir, `${name}-${version}`);

/**
 * The path of a program written in Go, built once for each version; it is renamed after the build, so it is never incomplete. `package`
 * is the package of its main function, whose last part names what Go builds; `tags` are build tags that leave out what is not used.
 */
export async function goBuilt({ name, package: source, version, tags = '' }) {
  const program = builtPath({ name, version });
  if (existsSync(program)) return program;
  const go = goProgram();
  if (!go) throw new Problem(`go is missing, it builds ${name} once`, 'install Go from https://go.dev/dl/');
  mkdirSync(cacheDir, { recursive: true });
  const filling = mkdtempSync(path.join(cacheDir, 'filling-'));
  try {
    const env = { ...process.env, GOBIN: filling, CGO_ENABLED: '0' };
    await promisify(execFile)(go, ['install', ...(tags ? ['-tags', tags] : []), `${source}@${version}`], {
      env,
      cwd: filling,
    });
    renameSync(path.join(filling, path.basename(source)), program);
  } catch (error) {
    throw new Problem(`${name} could not be built: ${error.stderr || error.message}`, 'check the Go module proxy');
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
  return program;
}
