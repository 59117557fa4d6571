import { operator } from '@payorch/platform/postgres';
import type { ResealedTable } from '@payorch/platform/rewrap';
import {
  type BoxPlace,
  DataKeysUnknown,
  isSealed,
  type MerchantSeals,
  type SettingsBox,
} from '@payorch/platform/sealing';
import { type DataKeyCache, openWithNewest } from '../data-keys';
import type { KeyPlace } from '../request';

/** The seal position of a stored response. Existing seals are bound to this text, the column's first name. */
export const responsePlace = ({ merchantId, route, key }: KeyPlace): BoxPlace => ({
  merchantId,
  objectId: `${route} ${key}`,
  column: 'idempotency_keys.sealed_answer',
});

export interface ResponseSealsParts {
  /** Seals the responses of operators, and opens those that are older than data keys. */
  readonly box: Pick<SettingsBox, 'seal' | 'open'>;
  readonly seals: Pick<MerchantSeals, 'seal' | 'open' | 'isCurrent'>;
  readonly keys: Pick<DataKeyCache, 'load' | 'forget'>;
}

/**
 * Seals stored responses with the data key of their merchant: they contain names, addresses, client secrets and, once, API
 * keys. A response to the operator belongs to no merchant and is sealed with the settings key.
 */
export class ResponseSeals {
  constructor(private readonly parts: ResponseSealsParts) {}

  /** Before a transaction that seals: `seal` reads no key. */
  load(merchantId: string): Promise<void> {
    return this.parts.keys.load(merchantId);
  }

  /** With the settings key where the merchant's keys are not loaded: a response must be stored. A walk seals it again. */
  seal(place: KeyPlace, text: string): string {
    const { box, seals } = this.parts;
    const at = responsePlace(place);
    if (place.merchantId === operator) return box.seal(text, at);
    try {
      return seals.seal(text, at);
    } catch (error) {
      if (!(error instanceof DataKeysUnknown)) throw error;
      return box.seal(text, at);
    }
  }

  /** @throws SealError */
  async open(place: KeyPlace, sealed: string): Promise<string> {
    const { box, seals, keys } = this.parts;
    const at = responsePlace(place);
    if (!isSealed(sealed)) return box.open(sealed, at);
    return openWithNewest(keys, place.merchantId, () => seals.open(sealed, at));
  }
}

/** Stored responses for the walk that seals rows again. Those of the operator have no data key. */
export const resealedResponses = ({ box, seals }: Pick<ResponseSealsParts, 'box' | 'seals'>): ResealedTable => ({
  name: 'idempotency_keys',
  id: ['route', 'idempotency_key'],
  hasKeyByMerchant: true,
  columns: [
    {
      name: 'sealed_response',
      type: 'text',
      isCurrent: (prefix) => `t.merchant_id = '${operator}' OR starts_with(t.sealed_response, ${prefix})`,
      resealed: (stored, { merchantId, objectId }) => {
        const at = { merchantId, objectId, column: 'idempotency_keys.sealed_answer' };
        const sealed = stored as string;
        if (!isSealed(sealed)) return seals.seal(box.open(sealed, at), at);
        return seals.isCurrent(sealed, merchantId) ? undefined : seals.seal(seals.open(sealed, at), at);
      },
    },
  ],
});
