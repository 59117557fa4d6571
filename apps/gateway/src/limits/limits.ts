import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { refuse, type Refusal } from '@payorch/contracts';
import type { RedisClient } from '@payorch/platform/sealing';
import { configToken } from '../tokens';
import { addressKey } from './address-key';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { KeyRequests } from './key-requests';
import { Limiter } from './limiter';

/** Rate limits; 0: no limit. */
export interface LimitSettings {
  readonly wrongKeysPerMinute: number;
  readonly wrongClientSecretsPerMinute: number;
  readonly requestsPerKeyPerSecond: number;
  readonly refusedWebhooksPerMinute: number;
  readonly unsignedWebhooksPerMinute: number;
  /** Of one payment. */
  readonly applePaySessionsPerMinute: number;
  /** Of one connector account. */
  readonly accountApplePaySessionsPerMinute: number;
  /** Of one merchant. */
  readonly credentialChecksPerMinute: number;
  /** Of one merchant. */
  readonly domainVerificationsPerMinute: number;
  /** Of one merchant. */
  readonly webhookTestsPerMinute: number;
  /** Of one merchant. */
  readonly disputeFetchesPerMinute: number;
  readonly webhookRetriesPerMinute: number;
}

export const tooMany = (seconds: number): Refusal => refuse('too_many_requests', { retry_after: String(seconds) });

const orTooMany = (seconds: number | undefined): Refusal | undefined =>
  seconds === undefined ? undefined : tooMany(seconds);

/** All rate limits of the gateway (S12). Wrong requests of others never limit correct ones. */
@Injectable()
export class Limits {
  readonly refusedWebhooks: Limiter;
  readonly unsignedWebhooks: Limiter;
  /** Database lookups for addresses with too many wrong requests. */
  readonly lookups = new ConcurrencyLimiter(2, 64);
  private readonly wrongKeys: Limiter;
  private readonly wrongClientSecrets: Limiter;
  private readonly keyRequests: KeyRequests;
  private readonly applePay: Limiter;
  private readonly accountApplePay: Limiter;
  private readonly credentialChecks: Limiter;
  private readonly domainVerifications: Limiter;
  private readonly webhookTests: Limiter;
  private readonly disputeFetches: Limiter;
  private readonly webhookRetries: Limiter;

  constructor(@Inject(Redis) redis: RedisClient, @Inject(configToken) settings: LimitSettings) {
    const minute = (name: string, points: number) => new Limiter({ redis, name, points, seconds: 60 });
    this.wrongKeys = minute('key', settings.wrongKeysPerMinute);
    this.wrongClientSecrets = minute('secret', settings.wrongClientSecretsPerMinute);
    this.refusedWebhooks = minute('webhook', settings.refusedWebhooksPerMinute);
    this.unsignedWebhooks = minute('notice', settings.unsignedWebhooksPerMinute);
    this.applePay = minute('apple_pay', settings.applePaySessionsPerMinute);
    this.accountApplePay = minute('account_apple_pay', settings.accountApplePaySessionsPerMinute);
    this.credentialChecks = minute('credentials', settings.credentialChecksPerMinute);
    this.domainVerifications = minute('domains', settings.domainVerificationsPerMinute);
    this.webhookTests = minute('webhook_tests', settings.webhookTestsPerMinute);
    this.disputeFetches = minute('dispute_fetches', settings.disputeFetchesPerMinute);
    this.webhookRetries = minute('webhook_retries', settings.webhookRetriesPerMinute);
    const perSecond = settings.requestsPerKeyPerSecond;
    const limiter = new Limiter({ redis, name: 'requests', points: perSecond, seconds: 1 });
    this.keyRequests = new KeyRequests({ limiter, perSecond });
  }

  /** Whether this gateway knows the address to be over its limit of wrong keys. */
  isOverWrongKeys(address: string): boolean {
    return this.wrongKeys.secondsOver(addressKey(address)) !== undefined;
  }

  /** Counts a wrong key. Over the limit, returns the refusal that replaces 401. */
  async wrongKey(address: string): Promise<Refusal | undefined> {
    return orTooMany(await this.wrongKeys.spend(addressKey(address)));
  }

  /** Counts a wrong client secret of a payment. */
  async wrongClientSecret(merchantId: string, paymentId: string, address: string): Promise<Refusal | undefined> {
    const key = JSON.stringify([merchantId, paymentId.slice(0, 128), addressKey(address)]);
    return orTooMany(await this.wrongClientSecrets.spend(key));
  }

  /**
   * Counts a session of Apple Pay that a browser asks for. One payment cannot use up the sessions of its account: what is over
   * the payment's own limit does not count for the account.
   */
  async isOverApplePay(merchantConnectorId: string, merchantId: string, paymentId: string): Promise<boolean> {
    const ofPayment = await this.applePay.spend(JSON.stringify([merchantConnectorId, merchantId, paymentId]));
    return ofPayment !== undefined || (await this.accountApplePay.spend(merchantConnectorId)) !== undefined;
  }

  /** Counts a check of credentials, or a registration that tries them too: a merchant must not try out the keys of others here. */
  async credentialCheck(merchantId: string): Promise<Refusal | undefined> {
    return orTooMany(await this.credentialChecks.spend(merchantId));
  }

  /** Counts a verification of domains: a merchant must not make us flood Apple. */
  async domainVerification(merchantId: string): Promise<Refusal | undefined> {
    return orTooMany(await this.domainVerifications.spend(merchantId));
  }

  /** Counts a test event: a merchant must not make us flood a server. */
  async webhookTest(merchantId: string): Promise<Refusal | undefined> {
    return orTooMany(await this.webhookTests.spend(merchantId));
  }

  /** Counts a list of disputes at a processor: it may take many calls there. */
  async disputeFetch(merchantId: string): Promise<Refusal | undefined> {
    return orTooMany(await this.disputeFetches.spend(merchantId));
  }

  /** Counts a manual retry of an event, for the same reason. */
  async webhookRetry(merchantId: string): Promise<Refusal | undefined> {
    return orTooMany(await this.webhookRetries.spend(merchantId));
  }

  /** Counts a request with a correct key. A publishable key is public, so each address has its own count. */
  async request(apiKey: string, address: string): Promise<Refusal | undefined> {
    const key = apiKey.startsWith('pk_') ? `${apiKey} ${addressKey(address)}` : apiKey;
    return orTooMany(await this.keyRequests.spend(key));
  }
}
