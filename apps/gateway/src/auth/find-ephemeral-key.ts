import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../persistence';
import { ApiKeyHashes } from './domain/api-key-hashes';
import { type EphemeralKey, hasEphemeralKeyFormat } from './domain/ephemeral-key';
import { EphemeralKeyRepository } from './persistence/ephemeral-key.repository';

/** Finds ephemeral keys for authentication. Never cached: a deleted key ends at once, and a key serves few requests. */
@Injectable()
export class FindEphemeralKey {
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(EphemeralKeyRepository) private readonly keys: Pick<EphemeralKeyRepository, 'findByHash'>,
    @Inject(ApiKeyHashes) private readonly hashes: Pick<ApiKeyHashes, 'current' | 'earlier'>,
  ) {}

  /** The live key of this text. */
  async find(plainKey: string, now: Date): Promise<EphemeralKey | undefined> {
    if (!hasEphemeralKeyFormat(plainKey)) return undefined;
    const hashes = [this.hashes.current(plainKey), ...this.hashes.earlier(plainKey)].map(({ hash }) => hash);
    const key = await this.database.read('every', (sql) => this.keys.findByHash(sql, hashes));
    return key && key.expiresAt > now ? key : undefined;
  }
}
