import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/check-reference.mjs',
  about: `
Checks api/reference.json, the document that the gateway serves, offline: the recommended rules of @redocly/cli, and a client
whose types openapi-typescript makes of it. Prints what is wrong.`,
};

const folder = path.join(root, 'dist/tools/reference-client');
const program = (name) => path.join(root, 'node_modules/.bin', name);

/** Runs a program of the packages, and prints its output if it fails; returns whether it succeeded. */
function run(name, args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(program(name), args, { cwd: root, env, encoding: 'utf8' });
  if (status === 0) return true;
  process.stderr.write(`${name} ${args.join(' ')}\n${stdout}${stderr}\n`);
  return false;
}

const isValid = () => run('redocly', ['lint', 'api/reference.json', '--config', 'redocly.yaml', '--format', 'stylish']);

async function hasClient() {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  mkdirSync(folder, { recursive: true });
  const document = JSON.parse(readFileSync(path.join(root, 'api/reference.json'), 'utf8'));
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
  const results = [isValid(), await hasClient()];
  return results.every(Boolean);
});
