import { Inject, Injectable } from '@nestjs/common';
import {
  cardId,
  isRefusal,
  type MigratedData,
  type Outgoing,
  outgoing,
  paymentMethodFindCard,
  paymentMethodMigrate,
  paymentMethodUpdateRecord,
  type PaymentMethodFields,
  type ReferenceSent,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { PaymentMethodMigrate } from '@payorch/rest';
import { ConnectorAccounts } from '../../accounts';
import { AccountCache, type AuthenticatedMerchant } from '../../auth';
import { OwnerClient, type OwnerReply, type RequestContext } from '../../owners';
import { orUnavailable } from '../../persistence';
import type { RequestTrace } from '../../request';
import { CardSealer } from '../../sealing';
import { type ReferenceAccount, referencesAt } from './domain/account-references';
import { type MigratedCard, type Migration, migrationOf } from './domain/migration';
import { migratedParts } from './domain/row-results';
import type { RecordUpdate } from './domain/update-csv';

/** The merchant that the operator names, with the accounts that references may belong to. */
export interface Target {
  readonly merchant: AuthenticatedMerchant;
  readonly accounts: readonly ReferenceAccount[];
}

/** A migration with its card sealed. Equal ones are stored once: `fingerprint` is that of the number, else of the first reference. */
export interface SealedMigration {
  readonly fields: PaymentMethodFields;
  readonly data: MigratedData | null;
  readonly references: readonly ReferenceSent[];
  readonly networkTransactionId: string | null;
  readonly fingerprint: string;
}

export interface StoredMigration {
  readonly paymentMethodId: string;
  /** The payment method in the form of the interface. */
  readonly body: Buffer;
}

const contextOf = ({ merchant }: Target, { correlationId, traceparent }: RequestTrace): RequestContext => ({
  // Without the claim of the request: an upload sends many commands of one type.
  trace: { correlationId, traceparent },
  accountVersion: merchant.account.accountVersion,
  timeout: 'noProcessorCallMs',
});

/** Stores payment methods that another system has saved, and the operator's changes of stored ones. */
@Injectable()
export class PaymentMethodMigrations {
  constructor(
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>,
    @Inject(CardSealer) private readonly sealer: CardSealer,
    @Inject(AccountCache) private readonly cache: Pick<AccountCache, 'account' | 'freshAccount'>,
    @Inject(ConnectorAccounts) private readonly connectorAccounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  async migrate(sent: PaymentMethodMigrate, trace: RequestTrace): Promise<object | Refusal> {
    const migration = migrationOf(sent, new Date());
    if (isRefusal(migration)) return migration;
    const target = await this.targetOf(sent.merchant_id);
    if (isRefusal(target)) return target;
    const sealed = await this.seal(migration, target);
    if (isRefusal(sealed)) return sealed;
    const stored = await this.store(sealed, target, trace);
    if (isRefusal(stored)) return stored;
    return {
      payment_method_response: JSON.parse(stored.body.toString()) as object,
      ...migratedParts(migration),
    };
  }

  /** Also finds a merchant that another gateway has just created. */
  async targetOf(merchantId: string): Promise<Target | Refusal> {
    const find = async () => (await this.cache.account(merchantId)) ?? this.cache.freshAccount(merchantId);
    const account = await orUnavailable(find());
    if (!account) return refuse('merchant_not_found');
    const accounts = await this.connectorAccounts.list(account.merchantId);
    if (isRefusal(accounts)) return accounts;
    const merchant = { kind: 'merchant', merchantId: account.merchantId, account } as const;
    return { merchant: { ...merchant, profileId: null, clientSecret: null, isSdk: false }, accounts };
  }

  /** Seals the card of a migration: from here on its number is in no memory but the workers'. */
  async seal(
    { fields, card, references: named, networkTransactionId }: Migration,
    { merchant: { merchantId }, accounts }: Target,
  ): Promise<SealedMigration | Refusal> {
    const references = referencesAt(named, accounts, fields);
    if (isRefusal(references)) return references;
    const [first] = references;
    const ofReference = first
      ? this.sealer.fingerprintOfReference(first.account.merchantConnectorId, first.mandateReference ?? '', merchantId)
      : '';
    const data = card && (await this.sealed(card, ofReference, merchantId));
    const fingerprint = data ? data.card.fingerprint : ofReference;
    return { fields, data, references, networkTransactionId, fingerprint };
  }

  /** The same migration again finds the payment method that it made. */
  async store(
    { fingerprint, references, ...sealed }: SealedMigration,
    target: Target,
    trace: RequestTrace,
  ): Promise<StoredMigration | Refusal> {
    const { merchantId } = target.merchant;
    const { customerId } = sealed.fields;
    const context = contextOf(target, trace);
    const query = outgoing(paymentMethodFindCard, { merchantId, customerId, fingerprint });
    const found = await this.owner.query(query, context);
    if (isRefusal(found)) return found;
    const { paymentMethodId } = cardId.parse(JSON.parse(found.toString()));
    const about = { merchantId, paymentMethodId, references: [...references] };
    const body = await this.command(outgoing(paymentMethodMigrate, { ...about, ...sealed }), context);
    return isRefusal(body) ? body : { paymentMethodId, body };
  }

  /** The owner's reply: what it shows of the payment method after the change. */
  async update({ references: named, ...update }: RecordUpdate, target: Target, trace: RequestTrace): OwnerReply {
    const references = referencesAt(named, target.accounts, null);
    if (isRefusal(references)) return references;
    const { merchantId } = target.merchant;
    const command = outgoing(paymentMethodUpdateRecord, { merchantId, ...update, references: [...references] });
    return this.command(command, contextOf(target, trace));
  }

  private async sealed(card: MigratedCard, ofReference: string, merchantId: MerchantId): Promise<MigratedData> {
    const { number, nickName, network, ...shown } = card;
    if (number.kind === 'whole') {
      const plain = {
        card_number: number.number,
        card_holder_name: card.holderName,
        card_exp_month: card.expiryMonth,
        card_exp_year: card.expiryYear,
      };
      return { kind: 'card', card: await this.sealer.seal(plain, merchantId), nickName };
    }
    const { kind: _, ...digits } = number;
    const masked = await this.sealer.withoutNumber({ ...digits, ...shown, network }, ofReference);
    return { kind: 'referenced_card', card: masked, nickName };
  }

  /** A second delivery changes nothing that the first one has changed: so the command is its own lookup. */
  private command(command: Outgoing, context: RequestContext): OwnerReply {
    return this.owner.command(command, context, { query: command, ifNoReply: refuse('no_reply') });
  }
}
