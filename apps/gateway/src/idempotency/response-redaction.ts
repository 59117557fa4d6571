import { Inject, Injectable } from '@nestjs/common';
import { type JsonObject, withoutPersonalData } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { Database, orUnavailable } from '../persistence';
import { type CustomersResponse, IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
import { ResponseSeals } from './response-seals';
import { answerOf, answerText } from './stored-answer';

/** Responses of one transaction. */
const atOnce = 200;

/** The responses under idempotency keys, for changes other than their own requests. */
@Injectable()
export class ResponseRedaction {
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'change'>,
    @Inject(IdempotencyKeyRepository) private readonly keys: Pick<
      IdempotencyKeyRepository,
      'lockResponsesOf' | 'replaceResponses'
    >,
    @Inject(ResponseSeals) private readonly responses: ResponseSeals,
  ) {}

  /**
   * Erases the data of a deleted customer. A retry still gets the response to its request, without that
   * data; a request with another body no longer learns which fields differ.
   */
  async redact(merchantId: MerchantId, customerId: CustomerId): Promise<void> {
    const { database, keys, responses } = this;
    await orUnavailable(responses.load(merchantId));
    const some = () =>
      database.change([merchantId], async (sql) => {
        const stored = await keys.lockResponsesOf(sql, { merchantId, customerId, limit: atOnce });
        if (stored.length > 0) await keys.replaceResponses(sql, await Promise.all(stored.map(this.withoutData)));
        return stored.length;
      });
    while ((await orUnavailable(some())) === atOnce);
  }

  private readonly withoutData = async ({ place, sealedResponse }: CustomersResponse): Promise<CustomersResponse> => {
    const { responses } = this;
    const { status, type, body: shown } = answerOf(await responses.open(place, sealedResponse));
    const body = JSON.stringify(withoutPersonalData(JSON.parse(shown) as JsonObject));
    return { place, sealedResponse: responses.seal(place, answerText({ status, type, body })) };
  };
}
