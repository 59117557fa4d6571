import { paymentMethodRows, type JsonObject } from '@payorch/contracts';
import type { AuthorizeOperation, Card, NetworkTokenCard } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';

/** A card in the processor's form. */
export const cardData = ({ holderName, number, expiryMonth, expiryYear, cvc }: Card) => ({
  card: {
    name: holderName,
    number: number.reveal(),
    // A card that is charged by its number alone may have no expiry.
    expiry_month: expiryMonth || undefined,
    expiry_year: expiryYear || undefined,
    cvc: cvc?.reveal(),
  },
});

const tokenData = ({ holderName, number, expiryMonth, expiryYear, cryptogram, eci }: NetworkTokenCard) => ({
  network_token: {
    name: holderName,
    number: number.reveal(),
    expiry_month: expiryMonth,
    expiry_year: expiryYear,
    cryptogram: cryptogram.reveal(),
    ...(eci !== null && { eci }),
  },
});

/** The payment method data by its key in the interface; a reward has no data beside its name. */
function dataOf({ paymentMethod, methodData }: AuthorizeOperation): readonly [key: string, data: unknown] {
  const [found] = Object.entries(methodData ?? {});
  if (found) return found;
  if (paymentMethod === 'reward') return [paymentMethod, null];
  throw new InvariantError(`A payment by ${paymentMethod} has no payment method data`);
}

const firstKey = (data: unknown): string | undefined => (typeof data === 'string' ? data : Object.keys(data ?? {})[0]);

/** The path of the data in the interface: `wallet.ali_pay_qr`, `crypto`. No secret leaves for a processor that needs none. */
function pathOf(key: string, data: unknown): string {
  const name = firstKey(data);
  const row = paymentMethodRows.find((one) => one.dataKey === key && (one.dataName === null || one.dataName === name));
  if (!row) throw new InvariantError(`The test processors know no payment method data ${key}.${name}`);
  return row.dataName === null ? key : `${key}.${row.dataName}`;
}

const addressOf = (data: unknown): string => {
  const { upi_collect: collect } = data as { readonly upi_collect?: JsonObject | null };
  return typeof collect?.['vpa_id'] === 'string' ? collect['vpa_id'] : '';
};

/** `payment_method_data` of the processor. Throws where the operation has none, so that the operation is not sent. */
export function paymentMethodData(operation: AuthorizeOperation): object {
  if (operation.networkToken) return tokenData(operation.networkToken);
  if (operation.card) return cardData(operation.card);
  const [key, data] = dataOf(operation);
  const path = pathOf(key, data);
  if (path === 'upi.upi_collect') return { upi: { upi_collect: { vpa_id: addressOf(data) } } };
  const { paymentMethod, paymentMethodType } = operation;
  return { payment_method: paymentMethod, payment_method_type: paymentMethodType ?? paymentMethod, data: path };
}
