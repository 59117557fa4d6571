import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const command = path.join(root, 'tools/check-compose.mjs');

function hasGo(): boolean {
  try {
    execFileSync(process.execPath, [command, '--check'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What the loader of Docker Compose says of a file; empty where it accepts it. */
function objectionTo(file: string): string {
  const { status, stderr } = spawnSync(process.execPath, [command, file], { cwd: root, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

// Only without Go may these be skipped: Go builds the loader once.
(hasGo() ? describe : describe.skip)('the loader of Docker Compose', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payorch-compose-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');

  it('accepts docker-compose.yml', () => expect(objectionTo('docker-compose.yml')).toBe(''));

  it.each([
    ['an unknown key', '  redis:\n', '  redis:\n    imgae: redis\n', /services\.redis\.imgae/],
    ['an unknown condition', 'condition: service_healthy', 'condition: service_well', /depends_on\.\w+\.condition/],
    [
      'a text for a list',
      "volumes: ['postgres:/var/lib/postgresql']",
      "volumes: 'postgres'",
      /services\.postgres\.volumes/,
    ],
  ])('refuses %s', (_, from, to, objection) => {
    expect(text).toContain(from);
    const file = path.join(folder, 'docker-compose.yml');
    writeFileSync(file, text.replace(from, to));
    expect(objectionTo(file)).toMatch(objection);
  });
});
