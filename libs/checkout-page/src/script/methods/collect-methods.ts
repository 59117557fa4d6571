import { cardOf, type OfferedMethod } from './method-list';
import { input, type RequiredInput } from './required-inputs';

interface Enabled {
  readonly paymentMethod: string;
  readonly paymentMethodTypes: readonly string[];
}

const holder = input('payment_method_data.card.card_holder_name', 'cardHolder', { autocomplete: 'cc-name' });

const account = 'payment_method_data.bank_debit.ach';
const accountInputs: readonly RequiredInput[] = [
  input(`${account}.bank_account_holder_name`, 'holder', { autocomplete: 'name' }),
  input(`${account}.routing_number`, 'routingNumber', { inputMode: 'numeric' }),
  input(`${account}.account_number`, 'accountNumber', { inputMode: 'numeric' }),
];

const ach: OfferedMethod = {
  id: 'bank_debit/ach',
  paymentMethod: 'bank_debit',
  paymentMethodType: 'ach',
  cardTypes: [],
  inputs: accountInputs,
  dataName: ['bank_debit', 'ach'],
};

/**
 * The payment methods that a customer can save on the page of a collect link, in the order of the link. Cards are one: a
 * customer types a number and does not say which kind it is.
 */
export function collectMethods(enabled: readonly Enabled[]): readonly OfferedMethod[] {
  const typesOf = (method: string) =>
    enabled.filter((one) => one.paymentMethod === method).flatMap((one) => one.paymentMethodTypes);
  const methods = [...new Set(enabled.map(({ paymentMethod }) => paymentMethod))];
  return methods.flatMap((method) => {
    const types = typesOf(method);
    if (method === 'card') return [cardOf(types, holder)];
    return method === 'bank_debit' && types.includes('ach') ? [ach] : [];
  });
}
