import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/sbom.mjs',
  about: `
Writes dist/sbom.cdx.json (CycloneDX, from the lockfile alone) and dist/licences.txt. Fails on a licence that is not permitted.`,
};

const dist = path.join(root, 'dist');
const sbomFile = path.join(dist, 'sbom.cdx.json');

await runCommand(command, async () => {
  mkdirSync(dist, { recursive: true });
  const generator = path.join(root, 'node_modules/.bin/cyclonedx-npm');
  execFileSync(generator, ['--package-lock-only', '--output-reproducible', '--output-file', sbomFile], { cwd: root });

  const { loadTyped } = await import('./lib/load-typescript.mjs');
  const { isPermitted, licencesOf } = await loadTyped();
  const packages = licencesOf(JSON.parse(readFileSync(sbomFile, 'utf8')));
  writeFileSync(path.join(dist, 'licences.txt'), packages.map(({ name, licence }) => `${name}  ${licence}\n`).join(''));
  const refused = packages.filter(({ licence }) => !isPermitted(licence));
  for (const { name, licence } of refused) process.stdout.write(`${name} has the licence ${licence}: not permitted\n`);
  process.stdout.write(`${packages.length} packages, ${refused.length} with a licence that is not permitted\n`);
  return refused.length === 0;
});
