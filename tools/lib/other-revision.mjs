import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheDir, root } from './paths.mjs';
import { Problem } from './problem.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The commit of a revision. */
function commitOf(revision) {
  try {
    return git('rev-parse', '--verify', `${revision}^{commit}`).trim();
  } catch {
    throw new Problem(`${revision} is no commit of this repository`, 'name a commit, a branch or a tag');
  }
}

/** Runs `work` with a temporary checkout of a revision that has its own packages. */
export async function withRevision(progress, revision, work) {
  const commit = commitOf(revision);
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-revision-'));
  const end = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  // However the process ends: the systems that run from the checkout end it when they have stopped.
  process.once('exit', end);
  try {
    await progress.step(`checkout of ${commit.slice(0, 8)}`, async () => {
      git('worktree', 'add', '--detach', folder, commit);
      execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
      // The servers that it needs are mostly the ones that are here already.
      if (existsSync(cacheDir)) cpSync(cacheDir, path.join(folder, '.payorch', 'cache'), { recursive: true });
    });
    return await work(folder);
  } finally {
    process.off('exit', end);
    end();
  }
}
