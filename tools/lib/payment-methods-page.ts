import { catalogue, supportedMethods, type ConnectorName } from '@payorch/connectors/catalogue';
import { code, table } from './markdown';

/** One line of the test processors' table, as the sandbox lists it. */
export interface PlayedMethod {
  readonly paymentMethod: string;
  readonly paymentMethodType: string;
  readonly dataKey: string;
  readonly dataName: string | null;
  readonly nextAction: string | null;
  readonly settles: string;
}

const settling = (afterMs: number): Readonly<Record<string, string>> => ({
  at_once: 'at once, in the answer',
  on_return: 'when the customer returns from the page',
  by_customer: 'when the customer has paid elsewhere, by webhook',
  by_itself: `${afterMs} ms later, by webhook or sync`,
});

/** The connectors of real processors that support a payment method type. */
function connectorsOf({ paymentMethod, paymentMethodType }: PlayedMethod): string {
  const names = (Object.keys(catalogue) as ConnectorName[]).filter(
    (name) =>
      !catalogue[name].test &&
      supportedMethods(catalogue[name]).some(
        (one) => one.paymentMethod === paymentMethod && one.paymentMethodType === paymentMethodType,
      ),
  );
  return names.map(code).join(', ');
}

const dataOf = ({ dataKey, dataName }: PlayedMethod): string =>
  code(dataName === null ? dataKey : `${dataKey}.${dataName}`);

/** docs/payment-methods.md: every payment method type with its data, and the course of its payments at the test processors. */
export const paymentMethodsPage = (rows: readonly PlayedMethod[], settlesAfterMs: number): string =>
  [
    '# Payment methods',
    '',
    'Printed from `libs/contracts/src/accounts/payment-method-types.ts` and from the table of the test processors by `npm run docs`; do not edit.',
    'A request names `payment_method` and `payment_method_type`; `data` is the path in `payment_method_data` that it may carry for the',
    'type. The next action and the settlement are those of the test processors: at a real processor, it decides.',
    '',
    table(
      ['payment method', 'type', 'data', 'next action', 'settles', 'connectors besides the test processors'],
      rows.map((row) => [
        code(row.paymentMethod),
        code(row.paymentMethodType),
        dataOf(row),
        row.nextAction === null ? 'none' : code(row.nextAction),
        settling(settlesAfterMs)[row.settles] ?? row.settles,
        connectorsOf(row),
      ]),
    ),
    '',
    'A card has the course of its number: `4000003800000446` opens the page of its bank (`redirect_to_url`), `4000000000075004` posts the',
    'fingerprint of the device in a hidden frame (`invoke_hidden_iframe`). A UPI address other than `success@upi` is refused. `wallet.paypal_sdk`',
    'names an order that the customer approved before, at `paypal_test` ([ADR 112](adr/0112-orders-before-the-confirmation.md)).',
    '',
  ].join('\n');
