import type { MerchantId, ProfileId, Secret } from '@payorch/kernel';
import { sameSecret } from '@payorch/kernel';
import { createHmac } from 'node:crypto';

/** What a client SDK acts for: a payment of a profile, by its client secret. */
export interface ClientSession {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly clientSecret: string;
}

export type ClientSessionIdOf = (session: ClientSession) => string;

/**
 * Ids of client sessions, `cs_` and an HMAC-SHA256 over merchant, profile and client secret: a client SDK sends the id of the
 * payment that its other values name. The first key makes ids; every key verifies them.
 */
export class ClientSessions {
  private readonly keys: readonly Buffer[];

  /** Derives keys of its own, so that no other code made with a secret can be an id. */
  constructor(secrets: readonly [Secret, ...Secret[]]) {
    this.keys = secrets.map((secret) =>
      createHmac('sha256', Buffer.from(secret.reveal(), 'hex')).update('client_session').digest(),
    );
  }

  readonly of: ClientSessionIdOf = (session) => idWith(this.keys[0]!, session);

  isOf(session: ClientSession, id: string): boolean {
    // Every key is tried, so that the response time does not reveal which key made the id.
    return this.keys.filter((key) => sameSecret(idWith(key, session), id)).length > 0;
  }
}

function idWith(key: Buffer, { merchantId, profileId, clientSecret }: ClientSession): string {
  const text = JSON.stringify([merchantId, profileId, clientSecret]);
  return `cs_${createHmac('sha256', key).update(text).digest('base64url')}`;
}
