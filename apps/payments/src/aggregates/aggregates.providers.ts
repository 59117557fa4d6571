import type { Provider } from '@nestjs/common';
import { AuthenticationTokens } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { systemClock } from '@payorch/kernel';
import { AccountSettings } from '@payorch/platform/kafka';
import { reading, type Sql } from '@payorch/platform/postgres';
import { MerchantReads } from '@payorch/platform/resources';
import { MerchantSeals } from '@payorch/platform/sealing';
import { provide } from '@payorch/platform/service';
import { DataSource } from 'typeorm';
import { AuthenticationDecisions, AuthenticationParts } from '../authentications/messages/authentication-decisions';
import { AuthenticationStore } from '../authentications/persistence/authentication.store';
import { BlocklistReplies } from '../blocklist/messages/blocklist.handlers';
import { BlocklistChunkStore } from '../blocklist/persistence/blocklist-chunk.store';
import { BlocklistStore } from '../blocklist/persistence/blocklist.store';
import { CustomerDecisions } from '../customers/messages/customer-decisions';
import { CustomerStore } from '../customers/persistence/customer.store';
import { DisputeDecisions, DisputeParts } from '../disputes/messages/dispute-decisions';
import { DisputeStore } from '../disputes/persistence/dispute.store';
import { MandateDecisions, MandateParts } from '../mandates/messages/mandate-decisions';
import { MandateRows, MandateStore } from '../mandates/persistence/mandate.store';
import { PaymentTokens } from '../payment-methods/domain/payment-tokens';
import { PaymentMethodDecisions } from '../payment-methods/messages/payment-method-decisions';
import { PaymentMethodStore } from '../payment-methods/persistence/payment-method.store';
import { PaymentMethodReads } from '../payment-methods/queries/payment-method.queries';
import { HandlerParts, PaymentDecisions } from '../payments/messages/payment-decisions';
import { isGuardedByBlocklist } from '../settings/is-guarded';
import { profileFor } from '../settings/profile-for';
import { PaymentRepository } from '../payments/persistence/payment/payment.repository';
import { RelayDecisions, RelayParts } from '../relays/messages/relay-decisions';
import { RelayStore } from '../relays/persistence/relay.store';
import { Aggregates, RedeliveryReplies } from './aggregates';

const stores = [
  ...[PaymentRepository, CustomerStore, PaymentMethodStore, MandateRows, MandateStore],
  ...[BlocklistStore, BlocklistChunkStore, RelayStore, AuthenticationStore, DisputeStore],
];
const decisions = [
  ...[PaymentDecisions, CustomerDecisions, PaymentMethodDecisions, MandateDecisions],
  ...[BlocklistReplies, RelayDecisions, AuthenticationDecisions, DisputeDecisions],
];

const aggregates = provide(
  Aggregates,
  [
    PaymentTokens,
    AccountSettings,
    MerchantSeals,
    MandateRows,
    PaymentRepository,
    CustomerStore,
    PaymentMethodStore,
    MandateStore,
    BlocklistStore,
    BlocklistChunkStore,
    RelayStore,
    AuthenticationStore,
    DisputeStore,
  ],
  (
    tokens: PaymentTokens,
    settings: AccountSettings,
    seals: MerchantSeals,
    mandateRows: MandateRows,
    payments: PaymentRepository,
    customers: CustomerStore,
    paymentMethods: PaymentMethodStore,
    mandates: MandateStore,
    blocklist: BlocklistStore,
    chunks: BlocklistChunkStore,
    relays: RelayStore,
    authentications: AuthenticationStore,
    disputes: DisputeStore,
  ) =>
    new Aggregates(
      {
        payments,
        customers,
        payment_methods: paymentMethods,
        mandates,
        blocklist,
        blocklist_chunks: chunks,
        relays,
        authentications,
        disputes,
      },
      {
        seals,
        mandateRows,
        tokens,
        owners: {
          customersOf: (merchantId) => settings.customersOf(merchantId),
          accountsSharing: (merchantId) => settings.accountsSharing(merchantId),
        },
        isGuarded: (merchantId) => isGuardedByBlocklist(settings, merchantId),
      },
    ),
);

const replies = provide(
  RedeliveryReplies,
  [
    ...([PaymentDecisions, CustomerDecisions, PaymentMethodDecisions, MandateDecisions] as const),
    ...([BlocklistReplies, RelayDecisions, AuthenticationDecisions, DisputeDecisions] as const),
  ],
  (
    payments: PaymentDecisions,
    customers: CustomerDecisions,
    paymentMethods: PaymentMethodDecisions,
    mandates: MandateDecisions,
    { ofEntries, ofChunks }: BlocklistReplies,
    relays: RelayDecisions,
    authentications: AuthenticationDecisions,
    disputes: DisputeDecisions,
  ) =>
    new RedeliveryReplies({
      payments,
      customers,
      payment_methods: paymentMethods,
      mandates,
      blocklist: ofEntries,
      blocklist_chunks: ofChunks,
      relays,
      authentications,
      disputes,
    }),
);

/** Runs a read that sees the rows of one merchant only. */
const readWith =
  (dataSource: DataSource) =>
  <T>(merchantId: MerchantId, work: (sql: Sql) => Promise<T>): Promise<T> =>
    reading(dataSource, [merchantId], work);

const reads = provide(MerchantReads, [DataSource, MerchantSeals], (dataSource: DataSource, seals: MerchantSeals) => ({
  seals,
  read: readWith(dataSource),
}));

/** The stores of all kinds of aggregates, their decisions, the replies to redelivered commands, and their reads. */
export const aggregateProviders: readonly Provider[] = [
  ...stores,
  ...decisions,
  aggregates,
  replies,
  reads,
  provide(
    PaymentMethodReads,
    [DataSource, AccountSettings, PaymentTokens, MerchantSeals],
    (dataSource: DataSource, settings: AccountSettings, tokens: PaymentTokens, seals: MerchantSeals) => ({
      seals,
      settings,
      tokens,
      now: () => systemClock.now(),
      read: readWith(dataSource),
    }),
  ),
  provide(MandateParts, [HandlerParts], ({ settings, rules }: HandlerParts) => ({
    profile: (merchantId, profileId) => profileFor(settings, merchantId, profileId),
    rules,
  })),
  provide(RelayParts, [HandlerParts], ({ settings, rules }: HandlerParts) => ({ settings, rules })),
  provide(DisputeParts, [HandlerParts], ({ settings, seals, rules }: HandlerParts) => ({
    profile: (merchantId, profileId) => profileFor(settings, merchantId, profileId),
    seals,
    rules,
  })),
  provide(
    AuthenticationParts,
    [HandlerParts, AuthenticationTokens],
    ({ settings, seals, rules }: HandlerParts, { of: returnToken }: AuthenticationTokens) => ({
      settings,
      seals,
      rules: { ...rules, returnToken },
    }),
  ),
];
