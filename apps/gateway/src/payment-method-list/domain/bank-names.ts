import { bankNamesAt } from '@payorch/connectors/catalogue';

/** The customer chooses the bank on the processor's page. */
const withoutChoice: ReadonlySet<string> = new Set(['giropay', 'sofort']);

export type ListedBanks = { readonly bank_name: readonly string[]; readonly eligible_connectors: readonly string[] };

/** The banks of a bank redirect: those that every naming connector has, and then the rest of each connector. */
export function bankNamesView(paymentMethodType: string, connectors: readonly string[]): readonly ListedBanks[] {
  if (withoutChoice.has(paymentMethodType)) return [{ bank_name: [], eligible_connectors: connectors }];
  const named = connectors.flatMap((connector) => {
    const banks = bankNamesAt({ connector, paymentMethodType });
    return banks ? [{ connector, banks }] : [];
  });
  const common = (named[0]?.banks ?? []).filter((bank) => named.every(({ banks }) => banks.includes(bank)));
  const rest = named.map(({ connector, banks }) => ({
    bank_name: banks.filter((bank) => !common.includes(bank)),
    eligible_connectors: [connector],
  }));
  return [{ bank_name: common, eligible_connectors: named.map(({ connector }) => connector) }, ...rest].filter(
    ({ bank_name }) => bank_name.length > 0,
  );
}
