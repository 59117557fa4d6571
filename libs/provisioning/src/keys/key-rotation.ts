import { randomBytes } from 'node:crypto';
import { durationMs, readConfig } from '../../../platform/config';
import { newX25519Jwk } from '../../../platform/sealing/crypto/x25519';
import { newSymmetricKey, type Secrets } from './secrets';

/** A list of keys that is rotated: the first key is current, the others are still accepted. */
export type Ring = 'settings' | 'master' | 'sealing' | 'api-keys';
export const rings: readonly Ring[] = ['settings', 'master', 'sealing', 'api-keys'];

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
    case 'master':
      return { ...secrets, masterKeys: change(secrets.masterKeys) };
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

/** Appends a new key: services accept it, but do not seal with it yet. */
export const withFreshKey =
  (ring: Ring): Step =>
  (secrets) => {
    switch (ring) {
      case 'settings':
        return { ...secrets, settingsKeys: [...secrets.settingsKeys, newSymmetricKey('set')] };
      case 'master':
        return { ...secrets, masterKeys: [...secrets.masterKeys, newSymmetricKey('master')] };
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

/** Makes the last key the current one and records the time. */
export const withLastKeyCurrent =
  (ring: Ring, now = new Date()): Step =>
  (secrets) =>
    withTurnRecorded(ring, now)(inEveryList(secrets, ring, toFront));

/** Records that the current key of a list is current since `now`; also for lists rotated before times were recorded. */
export const withTurnRecorded =
  (ring: Ring, now = new Date()): Step =>
  (secrets) => ({ ...secrets, turnedAt: { ...secrets.turnedAt, [ring]: now.toISOString() } });

/** How long unhandled messages may still name older keys of a list, in ms. */
export function namedByMessagesForMs({ turnedAt }: Secrets, ring: Ring, retentionMs: number, now = new Date()): number {
  const since = turnedAt?.[ring];
  return since === undefined ? retentionMs : Math.max(0, retentionMs - (now.getTime() - Date.parse(since)));
}

/** How long an older key stays after its last seal, in ms: a sealed value may wait on a topic for the topic's retention. */
export const retireAfterMs = (env: Readonly<Record<string, string | undefined>>): number =>
  readConfig({ retireAfterMs: durationMs('KEYS_RETIRE_AFTER', 7 * 86_400_000) }, env).retireAfterMs;

/** Removes all keys except the current one. */
export const withoutOlderKeys =
  (ring: Ring): Step =>
  (secrets) =>
    inEveryList(secrets, ring, onlyFirst);

type NamedRing = Exclude<Ring, 'api-keys'>;

const keysOf = ({ settingsKeys, masterKeys, sealingPrivateKeys }: Secrets, ring: NamedRing): readonly object[] =>
  ({ settings: settingsKeys, master: masterKeys, sealing: sealingPrivateKeys })[ring];

/** The number of keys in a list. */
export const keyCount = (secrets: Secrets, ring: Ring): number => {
  if (ring === 'api-keys') return secretsOf(secrets.apiKeyHashSecret).length;
  return keysOf(secrets, ring).length;
};

/** The ids of a list's keys in their order; the hash secrets of API keys have no ids in their file. */
export const kidsOf = (secrets: Secrets, ring: NamedRing): string[] =>
  (keysOf(secrets, ring) as Named[]).map(({ kid }) => kid);

/** The ids of the keys that a process has loaded, in order, from its `keys_loaded` metric. */
export function loadedKids(metricsText: string, ring: string): string[] {
  const line = new RegExp(`^keys_loaded\\{ring="${ring}",kid="([^"]+)"\\} (\\d+)$`, 'gm');
  return [...metricsText.matchAll(line)]
    .sort(([, , one], [, , other]) => Number(one) - Number(other))
    .map(([, kid]) => kid!);
}

/** How many values of one owner still name an older key than `kid` (`seals_waiting`); undefined before the owner's first count. */
export function sealsWaiting(metricsText: string, ring: string, kid: string): number | undefined {
  const [, count] = new RegExp(`^seals_waiting\\{ring="${ring}",kid="${kid}"\\} (\\d+)$`, 'm').exec(metricsText) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** How many seals of older keys no worker can open, from one owner's `seals_unopenable`. */
export function sealsUnopenable(metricsText: string, ring: string): number {
  const [, count] = new RegExp(`^seals_unopenable\\{ring="${ring}"\\} (\\d+)$`, 'm').exec(metricsText) ?? [];
  return Number(count ?? 0);
}
