import { bankNamesView } from './bank-names';

type Banks = { bank_name: string[]; eligible_connectors: string[] }[];

it.each(['giropay', 'sofort'])('the customer chooses the bank of %s on the processor’s page', (type) => {
  expect(bankNamesView(type, ['stripe'])).toEqual([{ bank_name: [], eligible_connectors: ['stripe'] }]);
});

it('a connector that names no banks has no entry', () => {
  expect(bankNamesView('bancontact_card', ['stripe'])).toEqual([]);
  const [common, ...rest] = bankNamesView('eps', ['stripe_test', 'stripe']) as Banks;
  expect(rest).toEqual([]);
  expect(common?.eligible_connectors).toEqual(['stripe']);
  expect(common?.bank_name).toContain('oberbank_ag');
});
