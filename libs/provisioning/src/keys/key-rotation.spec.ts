import {
  keyCount,
  kidsOf,
  loadedKids,
  namedByMessagesForMs,
  withTurnRecorded,
  retireAfterMs,
  rings,
  sealsUnopenable,
  sealsWaiting,
  withFreshKey,
  withLastKeyCurrent,
  withoutOlderKeys,
} from './key-rotation';
import { newSecrets, type Secrets } from './secrets';

const listsOf = ({ settingsKeys, masterKeys, sealingPrivateKeys, sealingPublicKeys, apiKeyHashSecret }: Secrets) => ({
  settings: [settingsKeys],
  master: [masterKeys],
  sealing: [sealingPublicKeys, sealingPrivateKeys],
  'api-keys': [apiKeyHashSecret.split(',')],
});

describe.each(rings)('the key list %s', (ring) => {
  const before = newSecrets();
  const added = withFreshKey(ring)(before);
  const turned = withLastKeyCurrent(ring)(added);
  const retired = withoutOlderKeys(ring)(turned);
  const lists = [before, added, turned, retired].map((secrets) => listsOf(secrets)[ring]);

  it('a rotation appends a key, makes it the first, and removes the older one', () => {
    for (const [place] of lists[0]!.entries()) {
      const [old] = lists[0]![place]!;
      const fresh = lists[1]![place]![1];
      expect(fresh).not.toEqual(old);
      expect(lists.map((list) => list[place])).toEqual([[old], [old, fresh], [fresh, old], [fresh]]);
    }
    expect([before, added, turned, retired].map((secrets) => keyCount(secrets, ring))).toEqual([1, 2, 2, 1]);
  });

  it('a rotation does not change the other lists', () => {
    const others = rings.filter((other) => other !== ring);
    for (const other of others) expect(listsOf(retired)[other]).toEqual(listsOf(before)[other]);
  });
});

it('the public and the private list of sealing keys name the same keys in the same order', () => {
  const turned = withLastKeyCurrent('sealing')(withFreshKey('sealing')(newSecrets()));
  expect((turned.sealingPublicKeys as { kid: string }[]).map(({ kid }) => kid)).toEqual(kidsOf(turned, 'sealing'));
  expect(turned.sealingPublicKeys.every((key) => !('d' in key))).toBe(true);
});

describe('the metrics of a process', () => {
  const text = [
    'keys_loaded{ring="settings",kid="old"} 2',
    'keys_loaded{ring="settings",kid="new"} 1',
    'keys_loaded{ring="sealing",kid="s1"} 1',
    'seals_waiting{ring="settings",kid="old"} 0',
    'seals_waiting{ring="settings",kid="new"} 12',
    'seals_unopenable{ring="sealing"} 3',
  ].join('\n');

  it('show the loaded keys in order, and the values that name an older key', () => {
    expect(loadedKids(text, 'settings')).toEqual(['new', 'old']);
    expect(loadedKids(text, 'api_keys')).toEqual([]);
    expect([sealsWaiting(text, 'settings', 'new'), sealsWaiting(text, 'settings', 'other')]).toEqual([12, undefined]);
    expect([sealsUnopenable(text, 'sealing'), sealsUnopenable(text, 'settings')]).toEqual([3, 0]);
  });
});

describe('an older key', () => {
  const turnedAt = new Date('2026-03-01T00:00:00Z');
  const turned = withLastKeyCurrent('sealing', turnedAt)(withFreshKey('sealing')(newSecrets()));
  const week = retireAfterMs({});
  const after = (ms: number) => namedByMessagesForMs(turned, 'sealing', week, new Date(turnedAt.getTime() + ms));

  it('may be named by messages for a week after the rotation, or for KEYS_RETIRE_AFTER', () => {
    expect([after(0), after(week - 1), after(week), after(2 * week)]).toEqual([week, 1, 0, 0]);
    expect(retireAfterMs({ KEYS_RETIRE_AFTER: '2s' })).toBe(2_000);
  });

  it('counts as used until a rotation time is recorded, when none was recorded', () => {
    expect(namedByMessagesForMs(newSecrets(), 'sealing', week)).toBe(week);
    const recorded = withTurnRecorded('sealing', turnedAt)(newSecrets());
    expect(namedByMessagesForMs(recorded, 'sealing', week, new Date(turnedAt.getTime() + week))).toBe(0);
  });
});
