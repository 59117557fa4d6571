import { existsSync } from 'node:fs';
import path from 'node:path';
import { appNames, bundleOf } from './apps.mjs';
import { bundlePrograms } from './bundle.mjs';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';

/** The exporter of spans and its packages: only an app with a collector loads it. */
const exporter = { entry: 'libs/platform/tracing/otlp.ts', importedAs: './otlp', file: './otlp.cjs' };

const entryOf = (app) => `apps/${app}/src/main.ts`;

function explain(error) {
  if (!error.errors) return error;
  const lines = error.errors.map(({ location, text }) =>
    location ? `${location.file}:${location.line}: ${text}` : text,
  );
  return new Problem(`the apps do not build: ${lines.join('\n       ')}`);
}

/** Bundles the named apps; throws a Problem with every build error. */
export async function bundleApps(names) {
  const unknown = names.find((name) => !appNames().includes(name));
  if (unknown) throw new Problem(`there is no app ${unknown}`, `one of: ${appNames().join(', ')}`);
  const missing = names.map(entryOf).find((entry) => !existsSync(path.join(root, entry)));
  if (missing) throw new Problem(`${missing} is missing`);
  const programs = names.flatMap((app) => [
    { entry: entryOf(app), outfile: bundleOf(app) },
    { entry: exporter.entry, outfile: path.join(path.dirname(bundleOf(app)), exporter.file) },
  ]);
  await bundlePrograms(programs, [exporter]).catch((error) => {
    throw explain(error);
  });
}
