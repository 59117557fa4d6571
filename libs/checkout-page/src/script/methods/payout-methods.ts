import { cardOf, type OfferedMethod } from './method-list';
import { input, type RequiredInput } from './required-inputs';

/** The choice of the destination that the payout has already. */
export const storedId = 'stored';

const bank = 'payout_method_data.bank';
const numeric = { inputMode: 'numeric' } as const;
const holder = input(`${bank}.account_holder_name`, 'holder', { autocomplete: 'name' });
const number = input(`${bank}.bank_account_number`, 'accountNumber', numeric);

/** The inputs of each kind of account. Source: the readers of `payout_method_data`. */
const ofBanks: Readonly<Record<string, readonly RequiredInput[]>> = {
  sepa: [holder, input(`${bank}.iban`, 'iban', { example: 'DE89 3704 0044 0532 0130 00' })],
  ach: [holder, input(`${bank}.bank_routing_number`, 'routingNumber', numeric), number],
  bacs: [holder, input(`${bank}.bank_sort_code`, 'sortCode', numeric), number],
  pix: [input(`${bank}.pix_key`, 'pixKey')],
};

const wallet = 'payout_method_data.wallet';
const ofWallets: Readonly<Record<string, readonly RequiredInput[]>> = {
  paypal: [
    input(`${wallet}.paypal.email`, 'email', {
      type: 'email',
      inputMode: 'email',
      autocomplete: 'email',
      example: 'name@example.com',
    }),
  ],
  venmo: [input(`${wallet}.venmo.telephone_number`, 'phone', { type: 'tel', inputMode: 'tel', autocomplete: 'tel' })],
};

const cardHolder = input('payout_method_data.card.card_holder_name', 'cardHolder', { autocomplete: 'cc-name' });
const cardTypes: readonly string[] = ['credit', 'debit'];

/** Where a payout can go, by the interface's types of payouts: `sepa`, `paypal`; `credit` and `debit` are cards. */
export const payoutMethodTypes = {
  card: cardTypes,
  bank: Object.keys(ofBanks),
  wallet: Object.keys(ofWallets),
} as const satisfies Readonly<Record<string, readonly string[]>>;

function methodOf(type: string): OfferedMethod | undefined {
  const isBank = Object.hasOwn(ofBanks, type);
  const inputs = isBank ? ofBanks[type] : ofWallets[type];
  return (
    inputs && {
      id: type,
      paymentMethod: isBank ? 'bank_transfer' : 'wallet',
      paymentMethodType: type,
      cardTypes: [],
      inputs,
      dataName: isBank ? ['bank', null] : ['wallet', type],
    }
  );
}

/** The choices of the recipient, cards first. A recipient types a number and does not say which kind of card it is. */
export function payoutMethods(types: readonly string[]): readonly OfferedMethod[] {
  const ofCards = cardTypes.filter((type) => types.includes(type));
  return [
    ...(ofCards.length > 0 ? [cardOf(ofCards, cardHolder)] : []),
    ...[...payoutMethodTypes.bank, ...payoutMethodTypes.wallet].flatMap((type) =>
      types.includes(type) ? (methodOf(type) ?? []) : [],
    ),
  ];
}

/** The one choice of a payout that has its destination: the recipient only confirms it. */
export const storedMethod: OfferedMethod = {
  id: storedId,
  paymentMethod: 'bank_transfer',
  paymentMethodType: storedId,
  cardTypes: [],
  inputs: [],
  dataName: ['', null],
};
