import { type DataOf, outgoing, type Outgoing, paymentGet } from '@payorch/contracts';

type Payment = Pick<DataOf<typeof paymentGet>, 'merchantId' | 'paymentId'>;

/** Asks the owner for a payment without its attempts and captures, as the caller may see it. */
export const paymentQuery = (
  { merchantId, paymentId }: Payment,
  caller: DataOf<typeof paymentGet>['caller'] = { kind: 'merchant' },
): Outgoing => outgoing(paymentGet, { merchantId, paymentId, caller, expandAttempts: false, expandCaptures: false });
