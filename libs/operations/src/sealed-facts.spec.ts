import type { MerchantId, OperationId } from '@payorch/kernel';
import { minorUnits } from '@payorch/kernel';
import { operationNames, operations } from './operations';
import { detailsOfText, detailsPlace, detailsText, splitFacts } from './sealed-facts';

const marked = 'Ada Lovelace';
const order = {
  reference: marked,
  taxAmount: minorUnits(5n),
  shippingCost: minorUnits(0n),
  discountAmount: minorUnits(0n),
  items: [],
};
const sealed = {
  cardHolderName: marked,
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
};
const open = { operationId: 'op_1', merchantId: 'acme_1', paymentMethod: 'card', billingCountry: 'FR' };

describe('the personal facts of an operation', () => {
  const split = splitFacts('authorize', { ...open, ...sealed });

  it('are apart from what the broker carries in the open', () => {
    expect(split).toEqual({ open, sealed });
    expect(JSON.stringify(split.open)).not.toContain(marked);
  });

  it('are whole again for the worker, with their amounts', () =>
    expect(detailsOfText('authorize', detailsText('authorize', split.sealed))).toEqual(sealed));

  it('are sealed for one operation alone', () =>
    expect(
      detailsPlace('authorize', { merchantId: 'acme_1' as MerchantId, operationId: 'op_1' as OperationId }),
    ).toEqual({ merchantId: 'acme_1', objectId: 'op_1', column: 'authorize.details' }));
});

it.each(operationNames)('the facts of %s have one name each', (name) => {
  const { facts, sealed: personal, internal } = operations[name];
  const names = [facts, personal, internal].flatMap((group) => Object.keys(group));
  expect(names).toEqual([...new Set(names)]);
});
