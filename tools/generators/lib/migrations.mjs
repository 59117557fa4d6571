import { createHash } from 'node:crypto';

/** A time after that of every migration of a folder. */
export function newTime(tree, folder) {
  const times = tree.children(folder).map((file) => Number(/^\d+/.exec(file)?.[0] ?? 0));
  return Math.max(Date.now(), ...times.map((time) => time + 1));
}

/** Adds the digest of a migration, as `tools/migrations.spec.ts` makes it of the statements. */
export function freeze(tree, name, { up, down }) {
  const asked = (statements) => statements.map((statement) => [statement]);
  const text = JSON.stringify({ up: asked(up), down: asked(down) });
  const frozen = JSON.parse(tree.read('tools/migrations.json', 'utf8'));
  frozen[name] = createHash('sha256').update(text).digest('hex');
  const sorted = Object.fromEntries(Object.entries(frozen).sort(([a], [b]) => (a < b ? -1 : 1)));
  tree.write('tools/migrations.json', `${JSON.stringify(sorted, null, 2)}\n`);
}
