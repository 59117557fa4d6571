import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';

/** A new merchant in the shared system, with the payment requests of its server. */
export function aPayingMerchant() {
  const system = sharedSystem();
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });
  let count = 0;
  const create = async (body: object = {}): Promise<Json> => ok(await merchant.api.post('/payments', body));
  const paid = (more: object = {}) => create(paymentBody(more));
  return {
    system,
    merchant: () => merchant,
    newId: (stem: string) => `${stem}_${++count}`,
    create,
    created: (more: object = {}) => create({ amount: 6540, currency: 'USD', confirm: false, ...more }),
    paid,
    authorized: (more: object = {}) => paid({ capture_method: 'manual', ...more }),
    challenged: (more: object = {}) => paid({ ...cardFields(cards.threeDs), ...more }),
    act: (id: string, action: string, body: object = {}) => merchant.api.post(`/payments/${id}/${action}`, body),
    retrieve: async (id: string, query = ''): Promise<Json> => ok(await merchant.api.get(`/payments/${id}${query}`)),
  };
}

export const keysOf = (payment: Json): string[] => Object.keys(payment);
/** The times that every change of a payment updates. */
export const times = (payment: Json) => ({ modified_at: payment.modified_at, updated: payment.updated });
