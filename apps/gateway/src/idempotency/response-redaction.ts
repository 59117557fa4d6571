import { type JsonObject, withoutPersonalData } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { SettingsBox } from '@payorch/platform/sealing';
import type { WireResponse } from '../errors';
import { type Database, orUnavailable } from '../persistence';
import { responsePlace } from './idempotency';
import type { CustomersResponse, IdempotencyKeyRepository } from './persistence/idempotency-key.repository';

/** Responses of one transaction. */
const atOnce = 200;

export interface ResponseRedactionParts {
  readonly database: Pick<Database, 'change'>;
  readonly keys: Pick<IdempotencyKeyRepository, 'lockResponsesOf' | 'replaceResponses'>;
  readonly box: SettingsBox;
}

/** The responses under idempotency keys, for changes other than their own requests. */
export class ResponseRedaction {
  constructor(private readonly parts: ResponseRedactionParts) {}

  /** Erases the data of a deleted customer. A retry still gets the response to its request, without that data. */
  async redact(merchantId: MerchantId, customerId: CustomerId): Promise<void> {
    const { database, keys } = this.parts;
    const some = () =>
      database.change([merchantId], async (sql) => {
        const stored = await keys.lockResponsesOf(sql, { merchantId, customerId, limit: atOnce });
        if (stored.length > 0) await keys.replaceResponses(sql, stored.map(this.withoutData));
        return stored.length;
      });
    while ((await orUnavailable(some())) === atOnce);
  }

  private readonly withoutData = ({ place, sealedResponse }: CustomersResponse): CustomersResponse => {
    const { box } = this.parts;
    const response = JSON.parse(box.open(sealedResponse, responsePlace(place))) as WireResponse;
    const body = JSON.stringify(withoutPersonalData(JSON.parse(response.body) as JsonObject));
    return { place, sealedResponse: box.seal(JSON.stringify({ ...response, body }), responsePlace(place)) };
  };
}
