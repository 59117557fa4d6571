import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { appNames, bundleOf } from './apps.mjs';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/** The one-shot that prepares a database and topics (see provision.main.ts) is built like an app, for the container image. */
const entryOf = (app) => (app === 'provision' ? 'tools/lib/provision.main.ts' : `apps/${app}/src/main.ts`);

function explain(app, error) {
  const [first] = error.errors ?? [];
  if (!first) return error;
  const at = first.location ? `${first.location.file}:${first.location.line}: ` : '';
  return new Problem(`${app} does not build: ${at}${first.text}`);
}

async function buildApp(app) {
  const entry = entryOf(app);
  if (!existsSync(path.join(root, entry))) throw new Problem(`${app} cannot be built: ${entry} is missing`);
  await bundle({ entry, outfile: path.join(root, 'dist', app, 'main.cjs'), format: 'cjs' }).catch((error) => {
    throw explain(app, error);
  });
}

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** When anything below was last changed; a folder changes when a file in it comes or goes. */
const newestBelow = (folder) =>
  Math.max(
    changedAt(folder),
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? newestBelow(file) : changedAt(file);
    }),
  );

/** The apps whose bundle is older than what it could be made from: `npm start` need not build the others again. */
export function staleApps() {
  const common = ['libs', 'tools/lib'].map((folder) => newestBelow(path.join(root, folder)));
  const settings = ['.swcrc', 'tsconfig.base.json', 'package-lock.json'].map((file) =>
    changedAt(path.join(root, file)),
  );
  const shared = Math.max(...common, ...settings);
  return appNames().filter(
    (app) => changedAt(bundleOf(app)) <= Math.max(shared, newestBelow(path.join(root, 'apps', app))),
  );
}

/** Builds the named apps, or all, and reports every one that fails, not only the first. */
export async function buildApps(names = appNames()) {
  const known = [...appNames(), 'provision'];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Problem(`there is no app ${unknown}`, `one of: ${known.join(', ')}`);
  const results = await Promise.allSettled(names.map(buildApp));
  const failed = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  const bug = failed.find((error) => !(error instanceof Problem));
  if (bug) throw bug;
  if (failed.length > 0) throw new Problem(failed.map(({ message }) => message).join('\n       '));
  return names;
}
