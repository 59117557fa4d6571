import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkJava, checkMaven } from './bootstrap.mjs';
import { cacheDir, root } from './paths.mjs';
import { Problem } from './problem.mjs';

const pom = path.join(root, 'deploy/local/pom.xml');

function copyDependencies(into) {
  const goal = 'dependency:copy-dependencies';
  return new Promise((resolve, reject) => {
    const child = spawn('mvn', ['-q', '-B', '-f', pom, goal, `-DoutputDirectory=${into}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      const cause = output.split('\n').find((line) => line.includes('ERROR')) ?? output.slice(-300);
      reject(new Problem(`Maven could not fetch the broker: ${cause.trim()}`, 'check the network and Maven settings'));
    });
  });
}

function jarFolder() {
  const state = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return path.join(cacheDir, `jars-${state}`);
}

export const areFetched = () => existsSync(jarFolder());

let fetching;

/**
 * The folder with the jars of deploy/local/pom.xml, downloaded once for each version of that file. The folder is filled under
 * another name and then renamed, so it is never incomplete.
 */
export function jars() {
  fetching ??= (async () => {
    const folder = jarFolder();
    if (existsSync(folder)) return folder;
    checkJava();
    checkMaven();
    mkdirSync(cacheDir, { recursive: true });
    const filling = mkdtempSync(path.join(cacheDir, 'filling-'));
    try {
      await copyDependencies(filling);
      if (!existsSync(folder)) renameSync(filling, folder);
    } finally {
      rmSync(filling, { recursive: true, force: true });
    }
    return folder;
  })();
  return fetching;
}
