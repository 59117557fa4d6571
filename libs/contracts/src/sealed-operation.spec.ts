import type { MerchantId, OperationId } from '@payorch/kernel';
import type { AuthorizeOperation } from './connector.commands';
import { detailsOfText, detailsPlace, detailsText, joinOperation, splitOperation } from './connector.commands';

const marked = 'Ada Lovelace';
const order = { reference: marked, taxAmount: 5n, shippingCost: 0n, discountAmount: 0n, items: [] };
const operation = {
  operationId: 'op_1',
  merchantId: 'acme_1',
  paymentId: 'pay_1',
  paymentMethod: 'card',
  card: { last4: '4242', network: 'Visa', holderName: marked },
  customerName: marked,
  customerPhone: marked,
  email: marked,
  description: marked,
  statementDescriptor: marked,
  order,
  billing: { address: { country: 'FR', first_name: marked } },
  shipping: { address: { first_name: marked } },
  browserInfo: { ip_address: marked },
  metadata: { a: marked },
} as unknown as AuthorizeOperation;

describe('an authorization on the broker', () => {
  const { routed, details } = splitOperation(operation);

  it('shows routing nothing about a person but the country', () => {
    expect(JSON.stringify(routed)).not.toContain(marked);
    expect(routed).toMatchObject({ billingCountry: 'FR', paymentMethod: 'card', card: { network: 'Visa' } });
  });

  it('is whole again for the worker', () => {
    const opened = detailsOfText(detailsText(details));
    expect(joinOperation({ ...routed, sealedDetails: 'd1.1.x' }, opened)).toEqual(operation);
  });

  it('without a card and an address is whole again too', () => {
    const bare = { ...operation, card: null, billing: null };
    const split = splitOperation(bare);
    expect(split.routed.billingCountry).toBeNull();
    expect(joinOperation({ ...split.routed, sealedDetails: '' }, split.details)).toEqual(bare);
  });

  it('has its details sealed for it alone', () =>
    expect(detailsPlace({ merchantId: 'acme_1' as MerchantId, operationId: 'op_1' as OperationId })).toEqual({
      merchantId: 'acme_1',
      objectId: 'op_1',
      column: 'authorize.details',
    }));
});
