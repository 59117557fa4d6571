import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';

/** Whose customers an account names: a connected account those of its platform, every other account its own. */
export interface CustomerOwners {
  readonly customersOf: (merchantId: MerchantId) => MerchantId;
  /** The other accounts that share the customers of this one, by id. */
  readonly accountsSharing: (merchantId: MerchantId) => readonly MerchantId[];
}

/** Each account has its own customers. */
export const ownCustomers: CustomerOwners = { customersOf: (merchantId) => merchantId, accountsSharing: () => [] };

/** The key of a customer that an account names. */
export const customerKeyOf = (
  { customersOf }: Pick<CustomerOwners, 'customersOf'>,
  merchantId: MerchantId,
  customerId: CustomerId,
): string => keyOf(customersOf(merchantId), customerId);

/** All accounts with data of the customers of `owner`, itself first. */
export const accountsWith = (
  { accountsSharing }: Pick<CustomerOwners, 'accountsSharing'>,
  owner: MerchantId,
): readonly MerchantId[] => [owner, ...accountsSharing(owner)];
