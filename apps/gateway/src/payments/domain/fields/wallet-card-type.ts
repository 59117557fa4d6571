type Data = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The words of wallets for the kind of card inside; `prepaid` and others are neither credit nor debit. */
const longest = 32;

/** What the wallet says about its card: `credit`, `debit` in any case. A token of a wallet itself stays sealed. */
export function walletCardTypeOf(wallet: unknown): string | undefined {
  const { apple_pay: apple, google_pay: google } = objectOf(wallet);
  const word =
    objectOf(objectOf(apple)['payment_method'])['type'] ?? objectOf(objectOf(google)['info'])['card_funding_source'];
  return typeof word === 'string' && word !== '' ? word.slice(0, longest) : undefined;
}
