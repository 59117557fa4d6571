import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Outgoing, Refusal } from '@payorch/contracts';
import { ClientSessions, refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import type { RequestOptions, Reply, NoReply } from '@payorch/platform/kafka';
import { silentLogger } from '@payorch/platform/telemetry';
import type { InjectOptions } from 'fastify';
import { generateKeyPairSync } from 'node:crypto';
import type { SentCredentials } from '../src/accounts/domain/connectors/inline-credentials';
import type { Profile } from '../src/accounts/domain/profile';
import type { BoundCredentials } from '../src/accounts/inline-credentials';
import { AccountCache } from '../src/auth/account-cache';
import { FindEphemeralKey } from '../src/auth/find-ephemeral-key';
import { adminKeyToken } from '../src/auth/http/auth.guard';
import type { AccountSnapshot } from '../src/auth/persistence/account-snapshot';
import { setUpServer } from '../src/http-server';
import { Limits } from '../src/limits/limits';
import { OwnerClient } from '../src/owners/owner-client';
import { PaymentsController } from '../src/payments/http/payments.controller';
import { SessionTokensController } from '../src/payments/http/session-tokens.controller';
import { PaymentCredentials } from '../src/payments/payment-credentials';
import { PaymentOperations } from '../src/payments/payment-operations';
import { PaymentOwner } from '../src/payments/payment-owner';
import { PaymentReads } from '../src/payments/payment-reads';
import { Payments } from '../src/payments/payments';
import { CardSealer } from '../src/sealing';
import { SessionTokens } from '../src/payments/session-tokens/session-tokens';
import { ProcessorWebhooks } from '../src/processor-webhooks/processor-webhooks';
import { serverOptions } from '../src/server/server';

const account: AccountSnapshot = {
  merchantId: 'acme' as MerchantId,
  accountVersion: 7,
  defaultProfileId: 'pro_1' as ProfileId,
  profiles: [{ profileId: 'pro_1' as ProfileId, profileName: 'default' }],
};
/** Another gateway just created the second profile. */
const newer: AccountSnapshot = {
  ...account,
  profiles: [...account.profiles, { profileId: 'pro_2' as ProfileId, profileName: 'second' }],
};

const cache = {
  merchantOfApiKey: (key: string) => Promise.resolve(key === 'dev_right' ? account.merchantId : undefined),
  merchantOfPublishableKey: (key: string) => Promise.resolve(key === 'pk_dev_right' ? account.merchantId : undefined),
  account: () => Promise.resolve(account),
  freshAccount: () => Promise.resolve(newer),
};

/** No account enables a wallet, and the profile requires nothing. */
const noAccounts = { list: () => Promise.resolve([]) };
const plainProfile = { retrieve: () => Promise.resolve({ details: {} } as Profile) };
const noApplePay = { of: () => Promise.resolve(undefined) };

/** No profile asks for cards. */
const allPlans = { ofNew: () => Promise.resolve(undefined), ofExisting: () => Promise.resolve(undefined) };
const noCardInfos = { store: () => Promise.resolve() };
const noLinks = { ofNew: () => Promise.resolve({}), ofExisting: () => Promise.resolve({}) };

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

/** The owner of payments: records requests and sends the prepared reply, if any. */
class FakeOwner {
  sentMessages: SentMessage[] = [];
  replies: (Reply | NoReply)[] = [];

  request({ message, data }: Outgoing, options: RequestOptions): Promise<Reply | NoReply> {
    this.sentMessages.push({ type: message.type, data: data as Record<string, unknown>, options });
    return Promise.resolve(this.replies.shift() ?? { kind: 'no_reply' });
  }
}

/** `own` belongs to one account; the gateway knows no other credentials. */
class FakeCredentials {
  bind(_: MerchantId, { creds_identifier: name }: SentCredentials): Promise<BoundCredentials | Refusal> {
    const account = { merchantConnectorId: 'mca_1.crd_1' as MerchantConnectorId, connector: 'stripe_test' };
    return Promise.resolve(name === 'own' ? { account, accountVersion: 9 } : refuse('missing_param', { field: name }));
  }

  named(_: MerchantId, { creds_identifier: name }: SentCredentials): Promise<readonly MerchantConnectorId[] | Refusal> {
    const id = 'mca_1.crd_1' as MerchantConnectorId;
    return Promise.resolve(name === 'own' ? [id] : refuse('missing_param', { field: name }));
  }
}

export const answer = (text: string): Reply => ({ kind: 'response', body: Buffer.from(text) });

/** The payment routes of the gateway, for the tests of one file; resets the owner between tests. */
export function paymentsServer() {
  const owner = new FakeOwner();
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const client = new OwnerClient(owner, {
      processorCallMs: 35_000,
      noProcessorCallMs: 5_000,
      walletSessionMs: 4_000,
    });
    const payments = new PaymentOwner(client);
    const sealer = new CardSealer({
      sealingKey: { kid: 'k1', key: generateKeyPairSync('x25519').publicKey },
      fingerprintKey: new Secret('key'),
      vault: { store: () => Promise.resolve('stored') },
      facts: { of: () => Promise.resolve(null) },
    });
    const stored = new FakeCredentials();
    const credentials = new PaymentCredentials(stored, payments);
    const module = await Test.createTestingModule({
      controllers: [PaymentsController, SessionTokensController],
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
        {
          provide: Payments,
          useValue: new Payments(payments, sealer, cache, credentials, noLinks, noCardInfos, allPlans),
        },
        { provide: PaymentReads, useValue: new PaymentReads(payments, stored) },
        { provide: PaymentOperations, useValue: new PaymentOperations(payments, stored) },
        {
          provide: SessionTokens,
          useValue: new SessionTokens(client, noAccounts, plainProfile, noApplePay, silentLogger),
        },
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
      method: 'GET' | 'POST',
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

export const money = { amount: 6540, currency: 'USD' };
export const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '40', card_cvc: '123' };
export const withCard = { payment_method: 'card', payment_method_data: { card } };
