import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';
import { referenceDocument } from './lib/reference-document.mjs';

const command = {
  name: 'node tools/check-reference.mjs',
  about: `
Checks the document that the gateway serves, offline: every word and example, the recommended rules of @redocly/cli, and a
client whose types openapi-typescript makes of it. Prints what is wrong.`,
};

const folder = path.join(root, 'dist/tools/reference');
/** .redocly.lint-ignore.yaml names it. */
const file = path.join(folder, 'reference.json');
const program = (name) => path.join(root, 'node_modules/.bin', name);

/** Runs a program of the packages, and prints its output if it fails; returns whether it succeeded. */
function run(name, args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(program(name), args, { cwd: root, env, encoding: 'utf8' });
  if (status === 0) return true;
  process.stderr.write(`${name} ${args.join(' ')}\n${stdout}${stderr}\n`);
  return false;
}

/** Writes the document; returns whether nothing in it lacks words or an example. */
async function isComplete() {
  const { document, problems } = await referenceDocument();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

const isValid = () =>
  run('redocly', ['lint', path.relative(root, file), '--config', 'redocly.yaml', '--format', 'stylish']);

async function hasClient() {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const document = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(path.join(folder, 'schema.d.ts'), astToString(await openapiTypes(document)));
  copyFileSync(path.join(root, 'tools/lib/reference/client-sample.txt'), path.join(folder, 'client.ts'));
  const options = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', module: 'esnext' };
  const settings = { ...options, moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['client.ts', 'schema.d.ts'] }),
  );
  return run('tsc', ['-p', path.join(folder, 'tsconfig.json'), '--pretty', 'false']);
}

await runCommand(command, async () => {
  const results = [await isComplete(), isValid(), await hasClient()];
  return results.every(Boolean);
});
