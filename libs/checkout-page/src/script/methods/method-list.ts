import { at, entriesAt, listAt, textAt, textsAt, type Json } from '../json';
import { inputsOf, type RequiredInput } from './required-inputs';
import { browserWallets } from './wallets';

/** The keys of a payment method's data in a request: `["wallet", "ali_pay_redirect"]`; null where it has no name. */
export type DataName = readonly [key: string, name: string | null];

/** The data of every payment method type, by `wallet/ali_pay`. */
export type NamesOfData = Readonly<Record<string, readonly DataName[]>>;

/** A payment method type that the page can offer. */
export interface OfferedMethod {
  /** Unique on the page: `wallet/ali_pay`. */
  readonly id: string;
  readonly paymentMethod: string;
  /** For cards the first listed type; the network decides among them when the customer pays. */
  readonly paymentMethodType: string;
  /** The card types by their networks; empty for other payment methods. */
  readonly cardTypes: readonly { readonly type: string; readonly networks: readonly string[] }[];
  readonly inputs: readonly RequiredInput[];
  readonly dataName: DataName;
}

/** Cards of these types, of any network, with the input for the name on them. */
export const cardOf = (types: readonly string[], holder: RequiredInput): OfferedMethod => ({
  id: 'card',
  paymentMethod: 'card',
  paymentMethodType: types[0] ?? 'credit',
  inputs: [holder],
  cardTypes: types.map((type) => ({ type, networks: [] })),
  dataName: ['card', null],
});

/** Started by a vendor's script or another service, which this page does not load; some wallets the browser opens itself. */
const throughVendor = 'invoke_sdk_client';
const outsideThePage: ReadonlySet<string> = new Set([throughVendor, 'collect_otp', 'link_wallet']);

function experiencesOf(type: Json): readonly string[] {
  return listAt(type, 'payment_experience').flatMap((one) => textAt(one, 'payment_experience_type') ?? []);
}

/** Which of a type's data a request carries: the one for a QR code or for a redirect, as the listing says. */
export function dataNameFor(names: readonly DataName[], experiences: readonly string[]): DataName | undefined {
  const endingIn = (end: string) => names.find(([, name]) => name?.endsWith(end));
  if (experiences.includes('redirect_to_url')) return endingIn('_redirect') ?? names[0];
  if (experiences.includes('display_qr_code')) return endingIn('_qr') ?? names[0];
  return names[0];
}

/** The banks of a listing's type, which the customer chooses among where the field names none. */
const banksOf = (type: Json): readonly string[] => [
  ...new Set(listAt(type, 'bank_names').flatMap((group) => textsAt(group, 'bank_name'))),
];

function offeredType(method: string, type: Json, namesOf: NamesOfData): OfferedMethod[] {
  const paymentMethodType = textAt(type, 'payment_method_type');
  if (paymentMethodType === undefined) return [];
  const id = `${method}/${paymentMethodType}`;
  const experiences = experiencesOf(type);
  const possible = experiences.filter((one) => !outsideThePage.has(one));
  const dataName = dataNameFor(namesOf[id] ?? [], possible);
  if (!dataName || (experiences.length > 0 && possible.length === 0)) return [];
  const inputs = inputsOf(entriesAt(type, 'required_fields'), banksOf(type));
  return [{ id, paymentMethod: method, paymentMethodType, cardTypes: [], inputs, dataName }];
}

const networksOf = (type: Json): readonly string[] =>
  listAt(type, 'card_networks').flatMap((one) => textAt(one, 'card_network') ?? []);

/** Credit and debit cards are one way to pay: a customer types a number and does not say which kind it is. */
function offeredCard(types: readonly Json[]): OfferedMethod[] {
  const cardTypes = types.flatMap((type) => {
    const name = textAt(type, 'payment_method_type');
    return name === undefined ? [] : [{ type: name, networks: networksOf(type) }];
  });
  const [first] = cardTypes;
  if (!first) return [];
  const fields = new Map(types.flatMap((type) => entriesAt(type, 'required_fields')));
  const dataName: DataName = ['card', null];
  return [
    {
      id: 'card',
      paymentMethod: 'card',
      paymentMethodType: first.type,
      cardTypes,
      inputs: inputsOf([...fields], []),
      dataName,
    },
  ];
}

/** The ways to pay of a listing, in its order; without those that need a script of another company. */
export function offeredMethods(list: Json, namesOf: NamesOfData): readonly OfferedMethod[] {
  return listAt(list, 'payment_methods').flatMap((method) => {
    const name = textAt(method, 'payment_method');
    const types = listAt(method, 'payment_method_types');
    if (name === undefined) return [];
    return name === 'card' ? offeredCard(types) : types.flatMap((type) => offeredType(name, type, namesOf));
  });
}

/** The listed types that this page can only offer if the browser opens the wallet. */
export const walletMethods = (list: Json): readonly OfferedMethod[] =>
  listAt(list, 'payment_methods')
    .filter((method) => textAt(method, 'payment_method') === 'wallet')
    .flatMap((method) => listAt(method, 'payment_method_types'))
    .flatMap((type) => {
      const name = browserWallets.find((wallet) => wallet === textAt(type, 'payment_method_type'));
      const experiences = experiencesOf(type);
      const isOffered = experiences.some((one) => !outsideThePage.has(one));
      if (name === undefined || isOffered || !experiences.includes(throughVendor)) return [];
      const inputs = inputsOf(entriesAt(type, 'required_fields'), []);
      const names = { paymentMethod: 'wallet', paymentMethodType: name, dataName: ['wallet', name] } as const;
      return [{ id: `wallet/${name}`, ...names, cardTypes: [], inputs }];
    });

/** The networks that any type of the card takes. */
export const networksOfCard = ({ cardTypes }: OfferedMethod): readonly string[] => [
  ...new Set(cardTypes.flatMap(({ networks }) => networks)),
];

/** The first type that takes the network, else the first. */
export const typeForNetwork = ({ cardTypes, paymentMethodType }: OfferedMethod, network: string | undefined): string =>
  cardTypes.find(({ networks }) => network !== undefined && networks.includes(network))?.type ?? paymentMethodType;

/** A saved payment method of the customer. */
export interface SavedMethod {
  readonly token: string;
  readonly paymentMethod: string;
  readonly paymentMethodType: string | undefined;
  readonly network: string | undefined;
  readonly last4: string | undefined;
  readonly nickname: string | undefined;
  readonly needsCvc: boolean;
}

/** The customer's saved payment methods, the last used first, as the listing has them. */
export function savedMethods(list: Json): readonly SavedMethod[] {
  return listAt(list, 'customer_payment_methods').flatMap((one) => {
    const token = textAt(one, 'payment_token');
    const paymentMethod = textAt(one, 'payment_method');
    if (token === undefined || paymentMethod === undefined) return [];
    return [
      {
        token,
        paymentMethod,
        paymentMethodType: textAt(one, 'payment_method_type'),
        network: textAt(one, 'card', 'card_network') ?? textAt(one, 'card', 'scheme'),
        last4: textAt(one, 'card', 'last4_digits'),
        nickname: textAt(one, 'card', 'nick_name'),
        needsCvc: at(one, 'requires_cvv') === true,
      },
    ];
  });
}
