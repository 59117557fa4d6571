import { Inject, Injectable } from '@nestjs/common';
import type { Outgoing } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import type { MerchantId } from '@payorch/kernel';
import { newTraceparent } from '@payorch/platform/kafka';
import type { Sql } from '@payorch/platform/postgres';
import { maySucceed, type NewSeal } from '@payorch/platform/rewrap';
import {
  ChangeSettings,
  type ConnectorAccount,
  connectorAccountMessage,
  ConnectorAccountRepository,
  inlineCredentialsMessage,
  inlineCredentialsPlace,
  InlineCredentialsRepository,
  type SealedSecret,
} from '../accounts';
import { RefusalError } from '../errors';

const placed = (place: string): string => `merchant_connector_accounts.${place}`;

/** Replaces the seals that were sent to the worker; returns the same account where another update was first. */
export function withNewSeals(
  account: ConnectorAccount,
  seals: readonly NewSeal[],
  currentKid: string,
): ConnectorAccount {
  const replace = <S extends SealedSecret | null>(place: string, secret: S): S => {
    const fresh = seals.find((seal) => seal.place === placed(place) && maySucceed(secret?.sealed, seal, currentKid));
    return fresh && secret ? { ...secret, sealed: fresh.sealed } : secret;
  };
  const replaced = {
    credentials: replace('credentials', account.credentials),
    webhookSecrets: replace('webhook_secrets', account.webhookSecrets),
    merchantData: replace('merchant_data', account.merchantData),
    walletDetails: replace('wallet_details', account.walletDetails),
  };
  const isSame = Object.entries(replaced).every(([name, value]) => account[name as keyof typeof replaced] === value);
  return isSame ? account : { ...account, ...replaced };
}

const distinct = <K extends 'merchantId' | 'objectId'>(seals: readonly NewSeal[], key: K): NewSeal[K][] => [
  ...new Set(seals.map((seal) => seal[key])),
];

/**
 * Stores seals for the current key, merchant by merchant under the merchant's lock like any change of settings: the
 * other services receive the updated account, and the compacted topic drops the old seal.
 */
@Injectable()
export class PutCredentialSeals {
  constructor(
    @Inject(ChangeSettings) private readonly settings: Pick<ChangeSettings, 'of'>,
    @Inject(ConnectorAccountRepository) private readonly connectorAccounts: Pick<
      ConnectorAccountRepository,
      'find' | 'update'
    >,
    @Inject(InlineCredentialsRepository) private readonly inlineCredentials: Pick<
      InlineCredentialsRepository,
      'find' | 'update'
    >,
  ) {}

  readonly put = async (seals: readonly NewSeal[], currentKid: string): Promise<void> => {
    for (const merchantId of distinct(seals, 'merchantId')) {
      const ours = seals.filter((seal) => seal.merchantId === merchantId);
      await this.putFor(merchantId, ours, currentKid);
    }
  };

  private async putFor(merchantId: MerchantId, seals: readonly NewSeal[], currentKid: string): Promise<void> {
    const trace = { correlationId: newId('rewrap'), traceparent: newTraceparent() };
    try {
      await this.settings.of<undefined>(merchantId, trace, async (sql, { accountVersion }) => ({
        result: undefined,
        messages: [
          ...(await this.changed(sql, merchantId, seals, { accountVersion, currentKid })),
          ...(await this.changedInline(sql, merchantId, seals, { accountVersion, currentKid })),
        ],
      }));
    } catch (error) {
      // The database is away: the next pass retries. So it does where the merchant was closed, which is a refusal.
      if (!(error instanceof RefusalError)) throw error;
    }
  }

  private async changed(
    sql: Sql,
    merchantId: MerchantId,
    seals: readonly NewSeal[],
    { accountVersion, currentKid }: { readonly accountVersion: number; readonly currentKid: string },
  ): Promise<Outgoing[]> {
    const { connectorAccounts } = this;
    const messages: Outgoing[] = [];
    for (const id of distinct(seals, 'objectId')) {
      const stored = await connectorAccounts.find(sql, merchantId, id);
      const ours = seals.filter(({ objectId }) => objectId === id);
      const account = stored && withNewSeals(stored, ours, currentKid);
      if (!account || account === stored) continue;
      await connectorAccounts.update(sql, account);
      messages.push(connectorAccountMessage(account, accountVersion));
    }
    return messages;
  }

  private async changedInline(
    sql: Sql,
    merchantId: MerchantId,
    seals: readonly NewSeal[],
    { accountVersion, currentKid }: { readonly accountVersion: number; readonly currentKid: string },
  ): Promise<Outgoing[]> {
    const { inlineCredentials } = this;
    const messages: Outgoing[] = [];
    for (const seal of seals.filter(({ place }) => place === inlineCredentialsPlace)) {
      const stored = await inlineCredentials.find(sql, merchantId, seal.objectId);
      if (!stored || !maySucceed(stored.sealed, seal, currentKid)) continue;
      const credentials = { ...stored, sealed: seal.sealed, accountVersion };
      await inlineCredentials.update(sql, credentials);
      messages.push(inlineCredentialsMessage(credentials, accountVersion));
    }
    return messages;
  }
}
