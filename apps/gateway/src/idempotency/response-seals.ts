import { Inject, Injectable } from '@nestjs/common';
import { operator } from '@payorch/platform/postgres';
import type { ResealedTable } from '@payorch/platform/rewrap';
import { type BoxPlace, DataKeysUnknown, isSealed, MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import { DataKeyCache, openWithNewest } from '../data-keys';
import type { KeyPlace } from '../request';

/** The seal position of a stored response. Existing seals are bound to this text, the column's first name. */
export const responsePlace = ({ merchantId, route, key }: KeyPlace): BoxPlace => ({
  merchantId,
  objectId: `${route} ${key}`,
  column: 'idempotency_keys.sealed_answer',
});

/**
 * Seals stored responses with the data key of their merchant: they contain names, addresses, client secrets and, once, API
 * keys. A response to the operator belongs to no merchant and is sealed with the settings key.
 */
@Injectable()
export class ResponseSeals {
  constructor(
    /** Seals the responses of operators, and opens those that are older than data keys. */
    @Inject(SettingsBox) private readonly box: Pick<SettingsBox, 'seal' | 'open'>,
    @Inject(MerchantSeals) private readonly seals: Pick<MerchantSeals, 'seal' | 'open' | 'isCurrent'>,
    @Inject(DataKeyCache) private readonly keys: Pick<DataKeyCache, 'load' | 'forget'>,
  ) {}

  /** Before a transaction that seals: `seal` reads no key. */
  load(merchantId: string): Promise<void> {
    return this.keys.load(merchantId);
  }

  /** With the settings key where the merchant's keys are not loaded: a response must be stored. A walk seals it again. */
  seal(place: KeyPlace, text: string): string {
    const { box, seals } = this;
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
    const { box, seals, keys } = this;
    const at = responsePlace(place);
    if (!isSealed(sealed)) return box.open(sealed, at);
    return openWithNewest(keys, place.merchantId, () => seals.open(sealed, at));
  }
}

/** Stored responses for the walk that seals rows again. Those of the operator have no data key. */
export const resealedResponses = (box: Pick<SettingsBox, 'open'>): ResealedTable => ({
  name: 'idempotency_keys',
  id: ['route', 'idempotency_key'],
  columns: [
    {
      name: 'sealed_response',
      type: 'text',
      isCurrent: (prefix) => `t.merchant_id = '${operator}' OR starts_with(t.sealed_response, ${prefix})`,
      resealed: (seals, stored, { merchantId, objectId }) => {
        const at = { merchantId, objectId, column: 'idempotency_keys.sealed_answer' };
        const sealed = stored as string;
        if (!isSealed(sealed)) return seals.seal(box.open(sealed, at), at);
        return seals.isCurrent(sealed, merchantId) ? undefined : seals.seal(seals.open(sealed, at), at);
      },
    },
  ],
});
