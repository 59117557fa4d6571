import { randomBytes } from 'node:crypto';
import { durationMs, readConfig } from '../../libs/platform/config';
import { newX25519Jwk } from '../../libs/platform/sealing/x25519';
import type { Secrets } from './secrets';

/** A list of keys that turns: the first is current, the others are still accepted. */
export type Ring = 'settings' | 'sealing' | 'api-keys';
export const rings: readonly Ring[] = ['settings', 'sealing', 'api-keys'];

/** A list after one step of a rotation. */
type Step = (secrets: Secrets) => Secrets;

interface Named {
  readonly kid: string;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const secretsOf = (list: string): string[] => list.split(',');
const toFront = <T>(list: readonly T[]): T[] => list.slice(-1).concat(list.slice(0, -1));
const onlyFirst = <T>(list: readonly T[]): T[] => list.slice(0, 1);

const inEveryList = (secrets: Secrets, ring: Ring, change: <T>(list: readonly T[]) => T[]): Secrets => {
  switch (ring) {
    case 'settings':
      return { ...secrets, settingsKeys: change(secrets.settingsKeys) };
    case 'sealing': {
      const { sealingPublicKeys, sealingPrivateKeys } = secrets;
      return {
        ...secrets,
        sealingPublicKeys: change(sealingPublicKeys),
        sealingPrivateKeys: change(sealingPrivateKeys),
      };
    }
    case 'api-keys':
      return { ...secrets, apiKeyHashSecret: change(secretsOf(secrets.apiKeyHashSecret)).join() };
  }
};

/** Puts a fresh key last: it is accepted from now on, and seals nothing yet. */
export const withFreshKey =
  (ring: Ring): Step =>
  (secrets) => {
    switch (ring) {
      case 'settings': {
        const fresh = { kid: `set_${hex(4)}`, key: randomBytes(32).toString('base64') };
        return { ...secrets, settingsKeys: [...secrets.settingsKeys, fresh] };
      }
      case 'sealing': {
        const { d, ...publicJwk } = newX25519Jwk(`seal_${hex(4)}`);
        const { sealingPublicKeys, sealingPrivateKeys } = secrets;
        return {
          ...secrets,
          sealingPublicKeys: [...sealingPublicKeys, publicJwk],
          sealingPrivateKeys: [...sealingPrivateKeys, { ...publicJwk, d }],
        };
      }
      case 'api-keys':
        return { ...secrets, apiKeyHashSecret: `${secrets.apiKeyHashSecret},${hex(32)}` };
    }
  };

/** Makes the last key the current one, and notes when. */
export const withLastKeyCurrent =
  (ring: Ring, now = new Date()): Step =>
  (secrets) =>
    withTurnRecorded(ring, now)(inEveryList(secrets, ring, toFront));

/** Notes that the current key of a list is the current one since now: of a list that turned before that was noted, too. */
export const withTurnRecorded =
  (ring: Ring, now = new Date()): Step =>
  (secrets) => ({ ...secrets, turnedAt: { ...secrets.turnedAt, [ring]: now.toISOString() } });

/** How long messages under way may still name the older keys of a list, in ms. */
export function namedByMessagesForMs({ turnedAt }: Secrets, ring: Ring, retentionMs: number, now = new Date()): number {
  const since = turnedAt?.[ring];
  return since === undefined ? retentionMs : Math.max(0, retentionMs - (now.getTime() - Date.parse(since)));
}

/** How long the older key outlives its last seal: what was sealed may wait on a topic for the topic's whole retention. */
export const retireAfterMs = (env: Readonly<Record<string, string | undefined>>): number =>
  readConfig({ retireAfterMs: durationMs('KEYS_RETIRE_AFTER', 7 * 86_400_000) }, env).retireAfterMs;

/** Keeps the current key alone. */
export const withoutOlderKeys =
  (ring: Ring): Step =>
  (secrets) =>
    inEveryList(secrets, ring, onlyFirst);

/** How many keys a list holds. */
export const keyCount = (secrets: Secrets, ring: Ring): number => {
  if (ring === 'api-keys') return secretsOf(secrets.apiKeyHashSecret).length;
  return (ring === 'settings' ? secrets.settingsKeys : secrets.sealingPrivateKeys).length;
};

/** The ids of a list's keys in their order; the hash secrets of API keys have none that a file shows. */
export const kidsOf = (secrets: Secrets, ring: 'settings' | 'sealing'): string[] =>
  ((ring === 'settings' ? secrets.settingsKeys : secrets.sealingPrivateKeys) as Named[]).map(({ kid }) => kid);

/** The keys that one process has in use, as its `keys_loaded` metric shows them: ids in their order. */
export function loadedKids(metricsText: string, ring: string): string[] {
  const line = new RegExp(`^keys_loaded\\{ring="${ring}",kid="([^"]+)"\\} (\\d+)$`, 'gm');
  return [...metricsText.matchAll(line)]
    .sort(([, , one], [, , other]) => Number(one) - Number(other))
    .map(([, kid]) => kid!);
}

/** What still names an older key than this one at one owner: `seals_waiting`; undefined where it has not looked yet. */
export function sealsWaiting(metricsText: string, ring: string, kid: string): number | undefined {
  const [, count] = new RegExp(`^seals_waiting\\{ring="${ring}",kid="${kid}"\\} (\\d+)$`, 'm').exec(metricsText) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** Seals of older keys that no worker can open, as one owner shows them in `seals_unopenable`. */
export function sealsUnopenable(metricsText: string, ring: string): number {
  const [, count] = new RegExp(`^seals_unopenable\\{ring="${ring}"\\} (\\d+)$`, 'm').exec(metricsText) ?? [];
  return Number(count ?? 0);
}
