import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret } from '@payorch/kernel';
import { createMetrics, silentLogger } from '@payorch/platform/telemetry';
import { followSettingsKeys } from './follow-keys';
import { SettingsBox } from './settings-box';

const folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = { merchantId: 'm_1', objectId: 'pro_1', column: 'profiles.webhook_secret' };
const aKey = (kid: string) => ({ kid, key: randomBytes(32).toString('base64') });

it('a settings box uses the changed keys of its file, and the metric shows them in their order', async () => {
  const [older, newer] = [aKey('2025'), aKey('2026')];
  const file = path.join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify([older]));
  const box = new SettingsBox(new Secret(JSON.stringify([older])));
  const sealed = box.seal('s', place);
  const metrics = createMetrics();
  const stop = followSettingsKeys(box, {
    logger: silentLogger,
    everyMs: 5,
    env: { SETTINGS_KEYS_FILE: file },
    metrics,
  });
  const shown = async () => (await metrics.render()).text.split('\n').filter((line) => line.startsWith('keys_loaded'));
  expect(await shown()).toEqual(['keys_loaded{ring="settings",kid="2025"} 1']);
  writeFileSync(file, JSON.stringify([newer, older]));
  while (box.currentKid !== '2026') await new Promise((resolve) => setTimeout(resolve, 5));
  stop();
  expect(box.open(sealed, place)).toBe('s');
  expect(await shown()).toEqual([
    'keys_loaded{ring="settings",kid="2026"} 1',
    'keys_loaded{ring="settings",kid="2025"} 2',
  ]);
});
