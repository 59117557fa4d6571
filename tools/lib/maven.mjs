import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkJava, checkMaven } from './bootstrap.mjs';
import { cacheDir, root } from './paths.mjs';
import { Problem } from './problem.mjs';

const poms = { broker: path.join(root, 'deploy/local/pom.xml'), s3: path.join(root, 'deploy/local/s3/pom.xml') };

function copyDependencies(pom, into) {
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
      reject(new Problem(`Maven could not fetch a server: ${cause.trim()}`, 'check the network and Maven settings'));
    });
  });
}

function jarFolder(pom) {
  const state = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return path.join(cacheDir, `jars-${state}`);
}

export const areFetched = () => existsSync(jarFolder(poms.broker));

const fetching = new Map();

/**
 * The folder with the jars of a pom, downloaded once for each version of that file. The folder is filled under
 * another name and then renamed, so it is never incomplete.
 */
function jarsOf(pom) {
  if (!fetching.has(pom)) fetching.set(pom, fetch(pom));
  return fetching.get(pom);
}

async function fetch(pom) {
  const folder = jarFolder(pom);
  if (existsSync(folder)) return folder;
  checkJava();
  checkMaven();
  mkdirSync(cacheDir, { recursive: true });
  const filling = mkdtempSync(path.join(cacheDir, 'filling-'));
  try {
    await copyDependencies(pom, filling);
    if (!existsSync(folder)) renameSync(filling, folder);
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
  return folder;
}

/** The jars of the broker and of Redis. */
export const jars = () => jarsOf(poms.broker);

/** The jars of the S3 server of tests. */
export const s3Jars = () => jarsOf(poms.s3);
