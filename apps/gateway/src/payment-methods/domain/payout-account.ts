import { isRefusal, refuse, type Refusal, savedNamesOf } from '@payorch/contracts';
import type { PaymentMethodCreate } from '@payorch/rest';
import { type OpenAccount, readBankAccount, readWallet } from '../../payouts';

/** An account for payouts, in the open, and under which names of the interface it is saved. */
export interface SentAccount {
  readonly account: OpenAccount;
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
}

const bankInPayout = /^payout_method_data\.bank/;
const walletInPayout = /^payout_method_data\.wallet/;

/** Names the fields of a payout as the fields of this request. */
function renamed({ others, ...one }: Refusal): Refusal {
  const details = Object.fromEntries(
    Object.entries(one.details).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replace(bankInPayout, 'bank_transfer').replace(walletInPayout, 'wallet')
        : value,
    ]),
  );
  return { ...one, details, ...(others && { others: others.map(renamed) }) };
}

function saved(account: OpenAccount | Refusal): SentAccount | Refusal {
  if (isRefusal(account)) return renamed(account);
  return { account, ...savedNamesOf({ type: account.type, methodType: account.data.kind }) };
}

const several = refuse('precondition_failed', {
  message: 'Expected one account but got several',
  path: 'payment_method_data',
});

/** The account for payouts of the request; undefined where it has none. */
export function payoutAccountOf(
  { bank_transfer: bank, wallet }: Pick<PaymentMethodCreate, 'bank_transfer' | 'wallet'>,
  now: Date,
): SentAccount | Refusal | undefined {
  const wallets = Object.values(wallet ?? {}).filter((one) => one !== null && one !== undefined).length;
  const isOfPayouts = Boolean(wallet?.paypal ?? wallet?.venmo);
  const hasBank = bank !== null && bank !== undefined;
  if (wallets > 1 ? isOfPayouts : hasBank && isOfPayouts) return several;
  if (hasBank) return saved(readBankAccount(bank));
  return wallet && isOfPayouts ? saved(readWallet(wallet, now)) : undefined;
}
