import type { DataOf, ProfileSettings } from '@payorch/contracts';
import {
  isRefusal,
  paymentMethodFindCard,
  paymentMethodFindDestination,
  paymentMethodGet,
  paymentMethodList,
  refuse,
  savedIdOf,
  type CardId,
} from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { AccountSettings, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import { Query } from '@payorch/platform/shell';
import { asksForCvc } from '../../settings/asks-for-cvc';
import { findCustomerRecords } from '../../customers/persistence/customer-records';
import { isOwnReference, type SavedPaymentMethod } from '../domain/payment-method';
import type { PaymentTokens } from '../domain/payment-tokens';
import { type DestinationQuery, ofToken, savedDestinationOf } from '../domain/saved-destination';
import { PaymentMethodStore } from '../persistence/payment-method.store';
import { findCard, listActive } from '../persistence/saved-payment-methods';
import type { ListContext } from './payment-method-list.view';
import { paymentMethodListView } from './payment-method-list.view';
import { paymentMethodView } from './payment-method.view';

export abstract class PaymentMethodReads {
  abstract readonly seals: RowSeals;
  /** Runs a read that sees the rows of one merchant only. */
  abstract readonly read: <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>) => Promise<T>;
  abstract readonly settings: Pick<AccountSettings, 'profile' | 'account' | 'merchant' | 'rules' | 'customersOf'> & {
    readonly global: Pick<AccountSettings['global'], 'config'>;
  };
  abstract readonly tokens: PaymentTokens;
  abstract readonly now: () => Date;
}

const defaultFulfillmentSeconds = 900;

const fulfillmentMs = (profile: ProfileSettings | undefined): number =>
  (profile?.intentFulfillmentSeconds ?? defaultFulfillmentSeconds) * 1000;

/** What every list of this merchant shows; the profile sets the lifetime of payment tokens. */
export function listContextOf(
  {
    settings,
    tokens,
    now,
  }: Pick<PaymentMethodReads, 'tokens' | 'now'> & {
    readonly settings: Omit<PaymentMethodReads['settings'], 'merchant' | 'rules' | 'customersOf'>;
  },
  merchantId: MerchantId,
  profileId: ProfileId | null,
): Pick<ListContext, 'tokenOf' | 'isRecurring' | 'asksForCvc'> {
  const profile = profileId === null ? undefined : settings.profile(merchantId, profileId);
  const expiresAt = new Date(now().getTime() + fulfillmentMs(profile));
  const isEnabled = ({ account }: SavedPaymentMethod['references'][string]): boolean => {
    const known = settings.account(merchantId, account.merchantConnectorId);
    return known?.disabled === false && (profileId === null || known.profileId === profileId);
  };
  return {
    tokenOf: (saved) => tokens.tokenOf(saved, expiresAt),
    isRecurring: ({ references }) => Object.values(references).some((one) => isOwnReference(one) && isEnabled(one)),
    asksForCvc: asksForCvc(settings.global, merchantId),
  };
}

@MessageController()
export class PaymentMethodQueries {
  constructor(
    private readonly reads: PaymentMethodReads,
    private readonly store: PaymentMethodStore,
  ) {}

  @Query(paymentMethodGet)
  async get({ merchantId, paymentMethodId }: DataOf<typeof paymentMethodGet>): Promise<Reply> {
    const found = await this.reads.read(merchantId, (sql) => this.store.find(sql, merchantId, paymentMethodId));
    return found ? { kind: 'response', body: paymentMethodView(found) } : refuse('payment_method_not_found');
  }

  @Query(paymentMethodFindCard)
  async findCard({ merchantId, customerId, fingerprint }: DataOf<typeof paymentMethodFindCard>): Promise<Reply> {
    const found = await this.reads.read(merchantId, (sql) => findCard(sql, merchantId, customerId, fingerprint));
    const reply: CardId = { paymentMethodId: found ?? savedIdOf(merchantId, customerId, fingerprint) };
    return { kind: 'response', body: Buffer.from(JSON.stringify(reply)) };
  }

  @Query(paymentMethodFindDestination)
  async findDestination(query: DestinationQuery): Promise<Reply> {
    const { merchantId, customerId, paymentMethodId, paymentToken } = query;
    const found = await this.reads.read(merchantId, async (sql) => {
      if (paymentMethodId !== null) return this.store.find(sql, merchantId, paymentMethodId);
      const saved = await listActive(sql, this.reads.seals, merchantId, customerId, null);
      return ofToken(paymentToken ?? '', saved, { tokens: this.reads.tokens, now: this.reads.now() });
    });
    if (!found && paymentMethodId === null) return refuse('token_expired', { path: 'payout_token' });
    const reply = savedDestinationOf(found, query);
    return isRefusal(reply) ? reply : { kind: 'response', body: Buffer.from(JSON.stringify(reply)) };
  }

  @Query(paymentMethodList)
  async list({ merchantId, customerId, limit, profileId }: DataOf<typeof paymentMethodList>): Promise<Reply> {
    const { read, seals, settings } = this.reads;
    const owner = settings.customersOf(merchantId);
    const [customers, saved] = await Promise.all([
      read(owner, (sql) => findCustomerRecords(sql, seals, [owner], [customerId])),
      read(merchantId, (sql) => listActive(sql, seals, merchantId, customerId, limit)),
    ]);
    if (customers.size === 0) return refuse('customer_not_found');
    const context = listContextOf(this.reads, merchantId, profileId);
    const body = paymentMethodListView(saved, { ...context, isOffSession: false, isGuest: null });
    return { kind: 'response', body };
  }
}
