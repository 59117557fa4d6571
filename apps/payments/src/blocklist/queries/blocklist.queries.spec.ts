import { merchantId } from '../../../test/fixtures';
import type { PaymentMethodReads } from '../../payment-methods/queries/payment-method.queries';
import type { BlocklistStore } from '../persistence/blocklist.store';
import { BlocklistQueries } from './blocklist.queries';

const card = { bin: '424242', extendedBin: '42424242', fingerprint: 'f' };

/** Queries of a merchant with these entries; the guard is on unless the test says otherwise. */
function judging(entries: readonly object[], isOn = true) {
  const query = jest.fn(() => Promise.resolve(entries.map((entry) => ({ merchant_id: merchantId, ...entry }))));
  const reads = {
    read: (_: unknown, work: (sql: unknown) => unknown) => work({ query }),
    settings: { merchant: () => ({ blocklistGuard: isOn }), global: { config: () => undefined } },
  };
  const queries = new BlocklistQueries(reads as unknown as PaymentMethodReads, {} as BlocklistStore);
  const judge = async () => {
    const reply = await queries.judge({ merchantId, card });
    return JSON.parse(String((reply as unknown as { body: Buffer }).body)) as unknown;
  };
  return { judge, query };
}

describe('a card is judged', () => {
  it.each([
    ['blocked by its digits', [{ data_kind: 'card_bin', data: '424242', removed_at: null }], true],
    ['blocked by its fingerprint', [{ data_kind: 'payment_method', data: 'f', removed_at: null }], true],
    ['not blocked by an entry that was removed', [{ data_kind: 'card_bin', data: '424242', removed_at: 'now' }], false],
    ['not blocked without an entry', [], false],
  ])('%s', async (_, entries, isBlocked) => expect(await judging(entries).judge()).toEqual({ isBlocked }));

  it('not blocked, and without a read, where the blocklist does not apply', async () => {
    const { judge, query } = judging([{ data_kind: 'card_bin', data: '424242', removed_at: null }], false);
    expect(await judge()).toEqual({ isBlocked: false });
    expect(query).not.toHaveBeenCalled();
  });
});
