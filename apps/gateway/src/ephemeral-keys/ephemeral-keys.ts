import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import type { EphemeralKeyCreateRequest } from '@payorch/rest';
import { ApiKeyHashes, type EphemeralKey, EphemeralKeyRepository, newEphemeralKey, newEphemeralSecret } from '../auth';
import type { GatewayConfig } from '../config';
import { changeWithResponse, type ViewedChange } from '../idempotency';
import { Database, orUnavailable } from '../persistence';
import { configToken } from '../tokens';

/** A new ephemeral key with its plain text, which no later response contains. */
export interface NewEphemeralKey {
  readonly key: EphemeralKey;
  readonly secret: string;
}

/** Creates and deletes the ephemeral keys of a merchant's customers. Only the gateway knows them. */
@Injectable()
export class EphemeralKeys {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EphemeralKeyRepository) private readonly keys: EphemeralKeyRepository,
    @Inject(ApiKeyHashes) private readonly hashes: Pick<ApiKeyHashes, 'current'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ephemeralKeyLifetimeMs'>,
  ) {}

  /** The customer need not exist yet: a key opens what there is of its customer when it is used. */
  create(
    merchantId: MerchantId,
    { customer_id }: EphemeralKeyCreateRequest,
    trace: ViewedChange<NewEphemeralKey>,
  ): Promise<NewEphemeralKey | Refusal> {
    const secret = newEphemeralSecret();
    const times = { now: new Date(), lifetimeMs: this.config.ephemeralKeyLifetimeMs };
    const key = newEphemeralKey({ merchantId, customerId: customer_id as CustomerId }, times);
    return orUnavailable(
      changeWithResponse(this.database, [merchantId], trace, async (sql) => {
        await this.keys.insert(sql, key, this.hashes.current(secret).hash);
        return { key, secret };
      }),
    );
  }

  async delete(merchantId: MerchantId, keyId: string): Promise<EphemeralKey | Refusal> {
    const deleted = await orUnavailable(
      this.database.change([merchantId], (sql) => this.keys.delete(sql, merchantId, keyId)),
    );
    return deleted ?? refuse('not_found', { message: 'Ephemeral key does not exist in our records' });
  }

  /** Deletes the keys of a customer who was deleted. */
  async deleteAll(merchantId: MerchantId, customerId: CustomerId): Promise<void> {
    await orUnavailable(this.database.change([merchantId], (sql) => this.keys.deleteAll(sql, merchantId, customerId)));
  }
}
