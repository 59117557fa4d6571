import { isDataOfMethod } from '@payorch/contracts';

/** Keys of `payment_method_data` that differ from the payment method's name. */
const dataKeyMethods: Readonly<Record<string, string>> = {
  card_token: 'card',
  vault_data_card: 'card',
  vault_card_token_data: 'card',
};

export const methodOfDataKey = (key: string): string => dataKeyMethods[key] ?? key;

/** The name of the data within its key: `ali_pay_qr` of `{"ali_pay_qr": {}}`, `oxxo` of `"oxxo"`. */
function nameOf(data: unknown): string | null {
  if (typeof data === 'string') return data;
  const [found] = Object.entries(data ?? {}).find(([, value]) => value !== undefined) ?? [];
  return found ?? null;
}

/** Whether the data under this key of `payment_method_data` is of the payment method and, where it is named, of its type. */
export const isDataOf = (
  { method, type }: { readonly method: string; readonly type: string | null | undefined },
  { key, data }: { readonly key: string; readonly data: unknown },
): boolean =>
  isDataOfMethod(
    { paymentMethod: method, paymentMethodType: type ?? null },
    { dataKey: methodOfDataKey(key), dataName: nameOf(data) },
  );
