import { CardFacts } from './card-facts';
import type { CardInfo } from './domain/card-info';

const row = (card_iin: string, card_network: string): CardInfo => ({
  card_iin,
  card_network,
  card_issuer: 'Bank',
  card_type: 'CREDIT',
  card_subtype: null,
  card_issuing_country: 'DE',
  bank_code_id: null,
  bank_code: null,
  country_code: null,
  last_updated_provider: null,
});

function table(...rows: CardInfo[]) {
  const reads: (readonly string[])[] = [];
  const faults: unknown[] = [];
  const state = { isAway: false };
  const facts = new CardFacts({
    refreshAfterMs: 60_000,
    find: (iins) => {
      reads.push(iins);
      if (state.isAway) return Promise.reject(new Error('away'));
      const info = iins.map((iin) => rows.find(({ card_iin }) => card_iin === iin)).find(Boolean);
      return Promise.resolve(info && { info, issuerId: 'card_issuer_1' });
    },
    onFault: (error) => faults.push(error),
  });
  return { reads, facts, faults, state };
}

it('a card is found by its first eight digits, else by six', async () => {
  const { facts } = table(row('424242', 'Visa'), row('42424242', 'CartesBancaires'));
  expect(await facts.of('4242424242424242')).toMatchObject({
    network: 'CartesBancaires',
    issuer: 'Bank',
    type: 'CREDIT',
  });
  expect(await facts.of('4242421111111111')).toMatchObject({
    network: 'Visa',
    issuingCountry: 'DE',
    issuingCountryCode: 'DE',
    issuerId: 'card_issuer_1',
  });
});

it('the table is read once for each prefix, also without a row, until a change', async () => {
  const { facts, reads } = table(row('424242', 'Visa'));
  for (let round = 0; round < 3; round++) {
    await Promise.all([facts.of('4242424242424242'), facts.of('5555555555554444')]);
  }
  expect(reads).toEqual([
    ['42424242', '424242'],
    ['55555555', '555555'],
  ]);
  facts.forget('55555555');
  expect(await facts.of('5555555555554444')).toBeNull();
  facts.forget('424242');
  await facts.of('4242424242424242');
  expect(reads).toHaveLength(4);
});

it('a failed read returns null and is retried', async () => {
  const { facts, faults, state } = table(row('424242', 'Visa'));
  state.isAway = true;
  expect(await facts.of('4242424242424242')).toBeNull();
  expect(faults).toHaveLength(1);
  state.isAway = false;
  expect(await facts.of('4242424242424242')).toMatchObject({ network: 'Visa' });
});
