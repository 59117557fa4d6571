import type { Provider, Type } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Outgoing } from '@payorch/contracts';
import { ClientSessions } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { RequestOptions, Reply, NoReply } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import type { InjectOptions } from 'fastify';
import { generateKeyPairSync } from 'node:crypto';
import { AccountCache } from '../src/auth/account-cache';
import { FindEphemeralKey } from '../src/auth/find-ephemeral-key';
import { adminKeyToken } from '../src/auth/http/auth.guard';
import type { AccountSnapshot } from '../src/auth/persistence/account-snapshot';
import { setUpServer } from '../src/http-server';
import { Limits } from '../src/limits/limits';
import { OwnerClient } from '../src/owners/owner-client';
import { ProcessorWebhooks } from '../src/processor-webhooks/processor-webhooks';
import { CardSealer } from '../src/sealing';
import { serverOptions } from '../src/server/server';

/** The account of the merchant `acme`, with one profile. */
export const account: AccountSnapshot = {
  merchantId: 'acme' as MerchantId,
  organizationId: 'org_1' as never,
  accountType: 'standard',
  customersOf: 'acme' as MerchantId,
  accountVersion: 7,
  defaultProfileId: 'pro_1' as ProfileId,
  profiles: [{ profileId: 'pro_1' as ProfileId, profileName: 'default' }],
};
/** Another gateway just created the second profile. */
const newerOf = (known: AccountSnapshot): AccountSnapshot => ({
  ...known,
  profiles: [...known.profiles, { profileId: 'pro_2' as ProfileId, profileName: 'second' }],
});

const cacheOf = (known: AccountSnapshot) => ({
  merchantOfApiKey: (key: string) => Promise.resolve(key === 'dev_right' ? known.merchantId : undefined),
  merchantOfPublishableKey: (key: string) => Promise.resolve(key === 'pk_dev_right' ? known.merchantId : undefined),
  account: () => Promise.resolve(known),
  freshAccount: () => Promise.resolve(newerOf(known)),
});

/** No test reaches it. */
const noLimits: Partial<Limits> = {
  isOverWrongKeys: () => false,
  wrongKey: () => Promise.resolve(undefined),
  wrongClientSecret: () => Promise.resolve(undefined),
  request: () => Promise.resolve(undefined),
};

interface SentMessage {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly options: RequestOptions;
}

/** The owners of objects: records requests and sends the prepared reply, if any. */
class FakeOwner {
  sentMessages: SentMessage[] = [];
  replies: (Reply | NoReply)[] = [];

  request({ message, data }: Outgoing, options: RequestOptions): Promise<Reply | NoReply> {
    this.sentMessages.push({ type: message.type, data: data as Record<string, unknown>, options });
    return Promise.resolve(this.replies.shift() ?? { kind: 'no_reply' });
  }
}

export const answer = (text: string): Reply => ({ kind: 'response', body: Buffer.from(text) });

/** What the providers of a feature are made of. */
export interface ServerParts {
  readonly client: OwnerClient;
  readonly sealer: CardSealer;
  readonly cache: ReturnType<typeof cacheOf>;
}

/** The routes of some controllers, for the tests of one file; resets the owner between tests. */
export function ownerServer(
  controllers: readonly Type[],
  providersOf: (parts: ServerParts) => readonly Provider[],
  known: AccountSnapshot = account,
) {
  const owner = new FakeOwner();
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const client = new OwnerClient(owner, {
      processorCallMs: 35_000,
      noProcessorCallMs: 5_000,
      walletSessionMs: 4_000,
    });
    const sealer = new CardSealer({
      sealingKey: { kid: 'k1', key: generateKeyPairSync('x25519').publicKey },
      fingerprintKey: new Secret('key'),
      vault: { store: () => Promise.resolve('stored') },
      facts: { of: () => Promise.resolve(null) },
    });
    const cache = cacheOf(known);
    const module = await Test.createTestingModule({
      controllers: [...controllers],
      providers: [
        { provide: AccountCache, useValue: cache },
        { provide: adminKeyToken, useValue: new Secret('test_admin') },
        { provide: ClientSessions, useValue: { isOf: () => true } },
        { provide: FindEphemeralKey, useValue: { find: () => Promise.resolve(undefined) } },
        {
          provide: ProcessorWebhooks,
          useValue: { admit: () => Promise.resolve({}), receive: () => Promise.resolve(undefined) },
        },
        { provide: Limits, useValue: noLimits },
        ...providersOf({ client, sealer, cache }),
      ],
    }).compile();
    const made = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(serverOptions), {
      logger: false,
    });
    setUpServer(made, silentLogger);
    app = made;
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    owner.sentMessages = [];
    owner.replies = [];
  });
  const inject = (options: InjectOptions) => app.inject(options);
  return {
    owner,
    inject,
    /** Sends the merchant's key unless the test sets other headers. */
    call: (
      method: 'GET' | 'POST' | 'PUT',
      url: string,
      body?: object,
      headers: Record<string, string> = { 'api-key': 'dev_right' },
    ) =>
      inject({
        method,
        url,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { payload: JSON.stringify(body) }),
      }),
  };
}
