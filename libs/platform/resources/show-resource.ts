import type { MerchantId } from '@payorch/kernel';
import type { Incoming, Reply } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';

/** What queries about one merchant's resources need. */
export abstract class MerchantReads {
  abstract readonly seals: RowSeals;
  /** Runs a read that sees the rows of one merchant only. */
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
}

/** A caller limited to one profile does not see the resources of others. */
export const isHidden = (
  resource: { readonly profileId: string } | undefined,
  { context: { onlyProfile } }: { readonly context: Pick<Incoming['context'], 'onlyProfile'> },
): boolean => resource !== undefined && onlyProfile !== undefined && resource.profileId !== onlyProfile;

/** A reply in JSON; the gateway passes the bytes through. */
export const jsonReply = (body: unknown): Reply => ({ kind: 'response', body: Buffer.from(JSON.stringify(body)) });
