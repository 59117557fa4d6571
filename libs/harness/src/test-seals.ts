import { Secret } from '@payorch/kernel';
import {
  DataKeys,
  type DataKeySource,
  lookupVersion,
  MerchantSeals,
  SettingsBox,
  type WrappedDataKey,
} from '@payorch/platform/sealing';

/** A list of master keys, each with its id and the byte that it repeats: the first wraps, all unwrap. */
export const testMasterKeys = (...keys: readonly (readonly [kid: string, byte: number])[]): Secret =>
  new Secret(JSON.stringify(keys.map(([kid, byte]) => ({ kid, key: Buffer.alloc(32, byte).toString('base64') }))));

/** Data keys under a master key of the test's own. */
export const testDataKeys = (kid = 'master_1', byte = 9): DataKeys =>
  new DataKeys(new SettingsBox(testMasterKeys([kid, byte])));

/** Makes the keys of a merchant when they are first needed. */
export class TestKeySource implements DataKeySource {
  private readonly made = new Map<string, readonly WrappedDataKey[]>();

  constructor(private readonly keys: DataKeys) {}

  dataKeysOf(merchantId: string): readonly WrappedDataKey[] {
    const known = this.made.get(merchantId) ?? [lookupVersion, 1].map((at) => this.keys.create(merchantId, at));
    this.made.set(merchantId, known);
    return known;
  }

  /** Makes a new current key. */
  rotate(merchantId: string): void {
    const known = this.dataKeysOf(merchantId);
    this.made.set(merchantId, [...known, this.keys.create(merchantId, this.currentOf(merchantId) + 1)]);
  }

  /** Deletes a key. */
  retire(merchantId: string, version: number): void {
    this.made.set(
      merchantId,
      this.dataKeysOf(merchantId).filter((key) => key.version !== version),
    );
  }

  /** By merchant, the version of its current key, where that is not the first. */
  rotatedDataKeys(): ReadonlyMap<string, number> {
    const current = [...this.made.keys()].map((merchantId) => [merchantId, this.currentOf(merchantId)] as const);
    return new Map(current.filter(([, version]) => version > 1));
  }

  private currentOf(merchantId: string): number {
    return Math.max(...this.dataKeysOf(merchantId).map(({ version }) => version));
  }
}

/** Seals whose keys a test rotates. */
export function rotatingSeals(): { readonly seals: MerchantSeals; readonly source: TestKeySource } {
  const keys = testDataKeys();
  const source = new TestKeySource(keys);
  return { seals: new MerchantSeals(source, keys), source };
}

/** Seals for any merchant. */
export function testSeals(): MerchantSeals {
  const keys = testDataKeys();
  return new MerchantSeals(new TestKeySource(keys), keys);
}

/** A message or reply as a topic carries it. */
interface Carried {
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The text of a message or reply: opened where it is sealed. */
export function openedText(seals: MerchantSeals, { value, headers }: Carried): string {
  const { datakey: dataKey, sealmerchant: merchantId = '', ce_type: type } = headers;
  if (dataKey === undefined) return value.toString();
  const [objectId = '', column] =
    type === undefined ? [headers['replycorrelationid'], 'reply'] : [headers['ce_id'], `message ${type}`];
  return seals.openBody({ sealed: value, dataKey }, { merchantId, objectId, column }).toString();
}
