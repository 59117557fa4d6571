import type { Json, JsonObject } from '@payorch/contracts';
import type { Method } from '../domain/method';

const objectIn = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** The last four characters of a number that is stored masked; null where it is masked whole. */
const endOf = (masked: Json | undefined): string | null =>
  typeof masked === 'string' && /^\**[^*]{4}$/.test(masked) ? masked.slice(-4) : null;

/** The wallets whose card the interface shows. */
const cardWallets = ['apple_pay', 'google_pay'];

function walletOf(data: JsonObject): Json {
  const [kind] = Object.keys(data).filter((name) => cardWallets.includes(name));
  if (kind === undefined) return null;
  const { last4 = null, card_network = null, type = null } = objectIn(data[kind]);
  return { wallet: { [kind]: { last4, card_network, type } } };
}

function achOf(debit: JsonObject): Json {
  const { account_number, routing_number, bank_account_holder_name = null, bank_name = null } = debit;
  const { bank_type = null, bank_holder_type = null } = debit;
  const account_number_last4_digits = endOf(account_number);
  const routing_number_last4_digits = endOf(routing_number);
  const numbers = { account_number_last4_digits, routing_number_last4_digits };
  const names = { bank_account_holder_name, bank_name, bank_type, bank_holder_type };
  return { bank_debit: { ach_bank_debit: { ...numbers, ...names } } };
}

/** What a client SDK draws of a saved wallet or ACH debit; null where nothing of it is stored in the open. */
export function sdkMethodData({ paymentMethodData: data }: Pick<Method, 'paymentMethodData'>): Json {
  if (data?.['wallet']) return walletOf(objectIn(data['wallet']));
  const { ach } = objectIn(data?.['bank_debit']);
  return ach ? achOf(objectIn(ach)) : null;
}
