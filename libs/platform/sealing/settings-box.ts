import { hkdfSync } from 'node:crypto';
import { InvariantError, type Secret } from '@payorch/kernel';
import { decrypt, encrypt, smallestEncrypted } from './crypto/aead';
import { SealError } from './crypto/jwe';

/** The location of a sealed value: moved to another merchant, row or column it does not open. */
export interface BoxPlace {
  readonly merchantId: string;
  readonly objectId: string;
  /** Table and column: `profiles.webhook_secret`. */
  readonly column: string;
}

interface SettingsKey {
  readonly kid: string;
  readonly key: Buffer;
}

const version = 'v1';

/** Each part is preceded by its length, so that no two places read the same when joined. */
const placed = (kid: string, { merchantId, objectId, column }: BoxPlace): Buffer =>
  Buffer.from(JSON.stringify([version, kid, merchantId, objectId, column]));

/** Each merchant's values use a key of their own, derived from the master key: cheap, and nothing to store. */
const merchantKey = ({ key }: SettingsKey, merchantId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(merchantId), 'payorch settings', 32));

function parsedKeys(keys: Secret): readonly SettingsKey[] {
  const list = JSON.parse(keys.reveal()) as readonly { readonly kid: string; readonly key: string }[];
  const parsed = list.map(({ kid, key }) => ({ kid, key: Buffer.from(key, 'base64') }));
  if (parsed.length === 0 || parsed.some(({ key }) => key.length !== 32))
    throw new InvariantError('settings keys are 32 bytes each, and there is at least one');
  return parsed;
}

/**
 * Seals values that the same service must read back (webhook secrets, hash keys): AES-256-GCM under the first key of
 * SETTINGS_KEYS. Every key of the list opens: add a new key first, and remove the old one when no row names it.
 */
export class SettingsBox {
  #keys: readonly SettingsKey[];

  constructor(keys: Secret) {
    this.#keys = parsedKeys(keys);
  }

  /** The id of the key that seals. */
  get currentKid(): string {
    return this.#keys[0]!.kid;
  }

  /** Key ids in their order: the first seals. */
  get kids(): readonly string[] {
    return this.#keys.map(({ kid }) => kid);
  }

  /** Uses another key list, from the next seal on. */
  replaceKeys(keys: Secret): void {
    this.#keys = parsedKeys(keys);
  }

  /** `v1.<key id>.<nonce, text and tag>`; the same text never yields the same seal. */
  seal(plaintext: string, place: BoxPlace): string {
    const current = this.#keys[0]!;
    const sealed = encrypt(plaintext, merchantKey(current, place.merchantId), placed(current.kid, place));
    return `${version}.${current.kid}.${sealed.toString('base64url')}`;
  }

  /** Returns the text, or throws `SealError`: unknown key, another place, changed bytes. */
  open(sealed: string, place: BoxPlace): string {
    const [form, kid, body, ...more] = sealed.split('.');
    const bytes = Buffer.from(body ?? '', 'base64url');
    const isOurs = form === version && more.length === 0 && bytes.toString('base64url') === body;
    if (!isOurs || bytes.length < smallestEncrypted) throw new SealError('malformed');
    const key = this.#keys.find((candidate) => candidate.kid === kid);
    if (key === undefined) throw new SealError('unknown_key');
    try {
      return decrypt(bytes, merchantKey(key, place.merchantId), placed(key.kid, place)).toString('utf8');
    } catch {
      throw new SealError('tampered');
    }
  }

  /** Whether a stored seal uses the newest key; a rotation rewrites the others. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.currentKid;
  }
}
