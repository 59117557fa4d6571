import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { appNames, bundleOf } from './apps.mjs';
import { bundlePrograms } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

const entryOf = (app) => `apps/${app}/src/main.ts`;

function explain(error) {
  if (!error.errors) return error;
  const lines = error.errors.map(({ location, text }) =>
    location ? `${location.file}:${location.line}: ${text}` : text,
  );
  return new Problem(`the apps do not build: ${lines.join('\n       ')}`);
}

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** The time of the last change below a folder, in ms; adding or removing a file changes its folder. */
const newestBelow = (folder) =>
  Math.max(
    changedAt(folder),
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? newestBelow(file) : changedAt(file);
    }),
  );

/** The apps whose bundle is older than its sources; `npm start` builds only these. */
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

/** Builds the named apps, or all; throws a Problem with every build error. */
export async function buildApps(names = appNames()) {
  const known = appNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Problem(`there is no app ${unknown}`, `one of: ${known.join(', ')}`);
  const entries = names.map((app) => ({ entry: entryOf(app), outfile: path.join(root, 'dist', app, 'main.cjs') }));
  const missing = entries.find(({ entry }) => !existsSync(path.join(root, entry)));
  if (missing) throw new Problem(`${missing.entry} is missing`);
  if (entries.length > 0)
    await bundlePrograms(entries).catch((error) => {
      throw explain(error);
    });
  return names;
}
