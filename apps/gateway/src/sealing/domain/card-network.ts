/** Prefixes of card numbers by network, the longer before the shorter where they overlap. */
const ranges: readonly (readonly [low: string, high: string, network: string])[] = [
  ['622126', '622925', 'Discover'],
  ['508500', '508999', 'RuPay'],
  ['606985', '607984', 'RuPay'],
  ['608001', '608500', 'RuPay'],
  ['652150', '653149', 'RuPay'],
  ['2221', '2720', 'Mastercard'],
  ['3528', '3589', 'JCB'],
  ['3095', '3095', 'DinersClub'],
  ['6011', '6011', 'Discover'],
  ['5018', '5018', 'Maestro'],
  ['5020', '5020', 'Maestro'],
  ['5038', '5038', 'Maestro'],
  ['5893', '5893', 'Maestro'],
  ['6304', '6304', 'Maestro'],
  ['6759', '6759', 'Maestro'],
  ['6761', '6763', 'Maestro'],
  ['300', '305', 'DinersClub'],
  ['644', '649', 'Discover'],
  ['34', '34', 'AmericanExpress'],
  ['37', '37', 'AmericanExpress'],
  ['36', '36', 'DinersClub'],
  ['38', '39', 'DinersClub'],
  ['51', '55', 'Mastercard'],
  ['62', '62', 'UnionPay'],
  ['65', '65', 'Discover'],
  ['81', '81', 'UnionPay'],
  ['4', '4', 'Visa'],
];

/** The network of a card number by its first digits, with the interface's name; null for an unknown range. */
export function cardNetworkOf(number: string): string | null {
  const within = ([low, high]: readonly string[]) => {
    const prefix = number.slice(0, low!.length);
    return prefix >= low! && prefix <= high!;
  };
  return ranges.find(within)?.[2] ?? null;
}
