import { Inject, Injectable } from '@nestjs/common';
import type { MerchantId } from '@payorch/kernel';
import { ConnectorAccountRepository, MerchantAccountRepository, ProfileRepository } from '../accounts';
import type { AccountSnapshot } from '../auth';
import { Database, orUnavailable, ReadThrough } from '../persistence';
import { type ListingSettings, listingSettingsOf } from './domain/listing-settings';

/** An account can enable hundreds of payment method types: fewer merchants than the cache of keys. */
const maxEntries = 2_000;
const maxAgeMs = 3_600_000;

const keyOf = ({ merchantId, accountVersion }: AccountSnapshot): string => `${accountVersion} ${merchantId}`;
const merchantOf = (key: string): MerchantId => key.slice(key.indexOf(' ') + 1) as MerchantId;

/**
 * Caches the settings that lists are made of, so that a list of an active merchant needs no database read. Every change
 * of a merchant's settings raises the account version, which is part of the key: an entry never becomes outdated.
 */
@Injectable()
export class ListingSettingsCache {
  private readonly settings: ReadThrough<ListingSettings>;

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'read'>,
    @Inject(MerchantAccountRepository) private readonly merchants: Pick<MerchantAccountRepository, 'find'>,
    @Inject(ConnectorAccountRepository) private readonly accounts: Pick<ConnectorAccountRepository, 'list'>,
    @Inject(ProfileRepository) private readonly profiles: Pick<ProfileRepository, 'list'>,
  ) {
    const ages = { maxAgeMs, refreshAfterMs: maxAgeMs, maxEntries };
    this.settings = new ReadThrough((key) => this.read(merchantOf(key)), ages);
  }

  /** Undefined: the merchant account was deleted. */
  of(account: AccountSnapshot): Promise<ListingSettings | undefined> {
    return orUnavailable(this.settings.get(keyOf(account)));
  }

  private read(merchantId: MerchantId): Promise<ListingSettings | undefined> {
    return this.database.read([merchantId], async (sql) => {
      const merchant = await this.merchants.find(sql, merchantId);
      if (!merchant) return undefined;
      const accounts = await this.accounts.list(sql, merchantId);
      return listingSettingsOf(merchant, accounts, await this.profiles.list(sql, merchantId));
    });
  }
}
