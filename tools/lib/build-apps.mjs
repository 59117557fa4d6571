import { existsSync } from 'node:fs';
import path from 'node:path';
import { appNames } from './apps.mjs';
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
