import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './lib/command-line.mjs';
import { root } from './lib/paths.mjs';

const command = {
  name: 'node tools/audit.mjs',
  about: `
Looks for known vulnerabilities by the registry's bulk advisory endpoint (npm audit), and for deprecated packages in the
lockfile. Fails on a high or critical advisory or a deprecated package without a waiver in tools/audit-waivers.json. Without
such an endpoint at the registry the audit prints that it was skipped; with AUDIT=required it fails.`,
};

const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const print = (text) => process.stdout.write(`${text}\n`);

await runCommand(command, async () => {
  const { loadTyped } = await import('./lib/load-typescript.mjs');
  const { deprecatedIn, judgeAudit } = await loadTyped();
  const today = new Date().toISOString().slice(0, 10);
  const waivers = read('tools/audit-waivers.json');
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { cwd: root, encoding: 'utf8' });
  let report = {};
  try {
    report = JSON.parse(stdout);
  } catch {
    // An empty report counts as unavailable.
  }

  const deprecated = deprecatedIn(read('package-lock.json'), waivers, today);
  for (const { name, version, deprecated: text } of deprecated) print(`${name}@${version} is deprecated: ${text}`);
  const judged = judgeAudit(report, waivers, today);
  for (const { severity, name, title, url } of judged.open ?? []) print(`${severity}: ${name}: ${title} (${url})`);
  const advisories =
    judged.kind === 'unavailable'
      ? 'advisories not checked: the registry has no audit endpoint'
      : `${judged.advisories.length} advisories, ${judged.open.length} to act on`;
  print(`${advisories}; ${deprecated.length} deprecated packages`);
  const isMissing = judged.kind === 'unavailable' && process.env.AUDIT === 'required';
  return !isMissing && deprecated.length === 0 && (judged.open ?? []).length === 0;
});
