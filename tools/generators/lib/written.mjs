import { execFileSync } from 'node:child_process';
import path from 'node:path';

const formatted = /\.(ts|mjs|json|md)$/;

/**
 * What Nx calls once the files are on disk: formats them, writes what is generated from them where `docs` is set, and prints
 * the command whose failures say what is to be written.
 */
export function written(tree, { docs = false, next }) {
  const files = tree.listChanges().map((change) => change.path);
  const run = (...args) => execFileSync(process.execPath, args, { cwd: tree.root, stdio: 'inherit' });
  return () => {
    run(path.join(tree.root, 'node_modules/oxfmt/bin/oxfmt'), ...files.filter((file) => formatted.test(file)));
    if (docs) run('tools/docs.mjs');
    process.stdout.write(`\nWhat is to be written: ${next}\n`);
  };
}
