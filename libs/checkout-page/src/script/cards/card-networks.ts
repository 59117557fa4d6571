/** A card network by the interface's name, with what its numbers look like. */
export interface CardNetwork {
  readonly name: string;
  /** How the name is written for customers. */
  readonly label: string;
  /** First digits, as ranges: `[51, 55]` is 51, 52 … 55. */
  readonly prefixes: readonly (readonly [number, number])[];
  readonly lengths: readonly [shortest: number, longest: number];
  readonly cvcLength: 3 | 4;
  /** Digits of each group; the last length repeats. */
  readonly groups: readonly number[];
}

const fours = [4];

/** Issuer identification numbers as the networks publish them; the longest matching prefix decides. */
export const cardNetworks: readonly CardNetwork[] = [
  { name: 'Visa', label: 'Visa', prefixes: [[4, 4]], lengths: [13, 19], cvcLength: 3, groups: fours },
  {
    name: 'Mastercard',
    label: 'Mastercard',
    lengths: [16, 16],
    cvcLength: 3,
    groups: fours,
    prefixes: [
      [51, 55],
      [2221, 2720],
    ],
  },
  {
    name: 'AmericanExpress',
    label: 'American Express',
    lengths: [15, 15],
    cvcLength: 4,
    groups: [4, 6, 5],
    prefixes: [
      [34, 34],
      [37, 37],
    ],
  },
  {
    name: 'DinersClub',
    label: 'Diners Club',
    lengths: [14, 19],
    cvcLength: 3,
    groups: [4, 6, 4, 5],
    prefixes: [
      [36, 36],
      [38, 39],
      [300, 305],
      [3095, 3095],
    ],
  },
  {
    name: 'Discover',
    label: 'Discover',
    lengths: [16, 19],
    cvcLength: 3,
    groups: fours,
    prefixes: [
      [65, 65],
      [644, 649],
      [6011, 6011],
      [622126, 622925],
    ],
  },
  { name: 'JCB', label: 'JCB', prefixes: [[3528, 3589]], lengths: [16, 19], cvcLength: 3, groups: fours },
  {
    name: 'UnionPay',
    label: 'UnionPay',
    lengths: [16, 19],
    cvcLength: 3,
    groups: fours,
    prefixes: [
      [62, 62],
      [8100, 8171],
    ],
  },
  {
    name: 'RuPay',
    label: 'RuPay',
    lengths: [16, 16],
    cvcLength: 3,
    groups: fours,
    prefixes: [
      [82, 82],
      [508, 508],
      [6069, 6085],
      [6521, 6522],
    ],
  },
  {
    name: 'Maestro',
    label: 'Maestro',
    lengths: [12, 19],
    cvcLength: 3,
    groups: fours,
    prefixes: [
      [5018, 5018],
      [5020, 5020],
      [5038, 5038],
      [5893, 5893],
      [6304, 6304],
      [6759, 6759],
      [6761, 6763],
    ],
  },
];

/** Networks that share the numbers of another one: a card of theirs has no number range of its own. */
const sharingNumbers: ReadonlySet<string> = new Set(['CartesBancaires', 'Interac', 'Star', 'Pulse', 'Accel', 'Nyce']);

/** The length of the longest prefix of the network that the digits begin with; 0 for none. */
function matchedDigits(digits: string, { prefixes }: CardNetwork): number {
  const matching = prefixes.flatMap(([first, last]) => {
    const { length } = String(first);
    const start = Number(digits.slice(0, length));
    return digits.length >= length && start >= first && start <= last ? [length] : [];
  });
  return Math.max(0, ...matching);
}

/** The network of a number, also of its beginning; undefined where no network's prefix matches. */
export function networkOf(digits: string): CardNetwork | undefined {
  let best: CardNetwork | undefined;
  let most = 0;
  for (const network of cardNetworks) {
    const matched = matchedDigits(digits, network);
    if (matched > most) [best, most] = [network, matched];
  }
  return best;
}

/** Whether a merchant that takes the listed networks can take this one. */
export const takesNetwork = (listed: readonly string[], { name }: CardNetwork): boolean =>
  listed.includes(name) || listed.some((one) => sharingNumbers.has(one));

export const networkLabel = (name: string): string =>
  cardNetworks.find((network) => network.name === name)?.label ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
