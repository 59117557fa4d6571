import { allApps } from '@payorch/provisioning';
import { aMerchant, ok, paymentBody, type Answer, type Json, type TestMerchant } from '@payorch/harness';
import * as left from '../support/stored-traces';
import { findMarkers, type Marker, type Place } from '../support/card-markers';
import { noConnector, notAllowed, statusAndBody } from '../support/wire';
import { system } from './marker-system';
import { textForms } from './text-forms';

interface Given {
  readonly payment_method: string;
  readonly payment_method_type: string;
  readonly payment_method_data: object;
  /** The part that answers show. */
  readonly shown: unknown;
  /** The values that must stay sealed. */
  readonly secrets: readonly string[];
}

const given: Readonly<Record<string, Given>> = {
  'a SEPA debit': {
    payment_method: 'bank_debit',
    payment_method_type: 'sepa',
    payment_method_data: { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } },
    shown: { bank_debit: { sepa: { iban: '******************3000', bank_account_holder_name: null } } },
    secrets: ['DE89370400440532013000', '370400440532013'],
  },
  'an ACH debit': {
    payment_method: 'bank_debit',
    payment_method_type: 'ach',
    payment_method_data: {
      bank_debit: { ach_bank_debit: { account_number: '000123456789', routing_number: '110000000' } },
    },
    shown: { bank_debit: { ach: { account_number: '********6789', routing_number: '*****0000' } } },
    secrets: ['000123456789'],
  },
  'Google Pay': {
    payment_method: 'wallet',
    payment_method_type: 'google_pay',
    payment_method_data: {
      wallet: {
        google_pay: {
          type: 'CARD',
          description: 'Visa',
          info: { card_network: 'VISA', card_details: '4242' },
          tokenization_data: { type: 'PAYMENT_GATEWAY', token: 'tok_5ea1edg00glepay' },
        },
      },
    },
    shown: { wallet: { google_pay: { last4: '4242', card_network: 'VISA', type: 'CARD' } } },
    secrets: ['tok_5ea1edg00glepay'],
  },
  'Apple Pay': {
    payment_method: 'wallet',
    payment_method_type: 'apple_pay',
    payment_method_data: {
      wallet: {
        apple_pay: {
          payment_data: 'eyJkYXRhIjoic2VhbGVkYXBwbGVwYXkifQ',
          payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
          transaction_identifier: 'app1etransact10n',
        },
      },
    },
    shown: { wallet: { apple_pay: { last4: '1111', card_network: 'Visa' } } },
    secrets: ['eyJkYXRhIjoic2VhbGVkYXBwbGVwYXkifQ', 'app1etransact10n'],
  },
  iDEAL: {
    payment_method: 'bank_redirect',
    payment_method_type: 'ideal',
    payment_method_data: { bank_redirect: { ideal: { bank_name: 'ing' } } },
    shown: { bank_redirect: { bank_name: 'ing', interac: null } },
    secrets: [],
  },
  'a transfer': {
    payment_method: 'bank_transfer',
    payment_method_type: 'multibanco',
    payment_method_data: { bank_transfer: { multibanco_bank_transfer: { billing_details: { email: 'a@b.c' } } } },
    shown: { bank_transfer: { multibanco: {} } },
    secrets: [],
  },
  Klarna: {
    payment_method: 'pay_later',
    payment_method_type: 'klarna',
    payment_method_data: { pay_later: { klarna_sdk: { token: 'k1arnat0kens3cret' } } },
    shown: { pay_later: { klarna_sdk: { payment_type: null } } },
    secrets: ['k1arnat0kens3cret'],
  },
};
const names = Object.keys(given);

let merchant: TestMerchant;
const answers: Answer[] = [];
const post = async (path: string, body: object): Promise<Answer> => {
  const answer = await merchant.api.post(path, body);
  answers.push(answer);
  return answer;
};
const fieldsOf = (name: string) => {
  const { payment_method, payment_method_type, payment_method_data } = given[name]!;
  return { payment_method, payment_method_type, payment_method_data };
};

beforeAll(async () => {
  merchant = await aMerchant(system);
});

describe.each(names)('%s', (name) => {
  let payment: Json;

  it('is stored for the confirmation, and shown without its secret values', async () => {
    payment = ok(await post('/payments', paymentBody({ ...fieldsOf(name), confirm: false })));
    const { payment_method, payment_method_type } = given[name]!;
    expect(payment).toMatchObject({
      status: 'requires_confirmation',
      payment_method,
      payment_method_type,
      payment_token: null,
      payment_method_data: given[name]!.shown,
    });
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`))).toEqual(payment);
  });

  it('finds no account that accepts only cards, and the payment can be confirmed again', async () => {
    expect(statusAndBody(await post(`/payments/${payment.payment_id}/confirm`, {}))).toEqual(noConnector);
    expect(ok(await merchant.api.get(`/payments/${payment.payment_id}`)).status).toBe('requires_confirmation');
    const card = ok(await post(`/payments/${payment.payment_id}/confirm`, paymentBody({ currency: undefined })));
    expect(card).toMatchObject({ status: 'succeeded', payment_method: 'card', payment_method_type: 'credit' });
    expect(Object.keys(card.payment_method_data)).toEqual(['card', 'billing']);
  });
});

it.each([
  [
    'a type of another method',
    { ...fieldsOf('Google Pay'), payment_method_type: 'sepa' },
    "payment_method_type doesn't correspond to the specified payment_method",
  ],
  [
    'the data of another method',
    { ...fieldsOf('Google Pay'), payment_method_data: given['a SEPA debit']!.payment_method_data },
    "payment_method_data doesn't correspond to the specified payment_method",
  ],
])('is refused with %s', async (_, fields, message) =>
  expect(statusAndBody(await post('/payments', paymentBody(fields)))).toEqual(notAllowed(message)),
);

describe('a secret value of a payment method', () => {
  const markers: Marker[] = names.flatMap((name) => given[name]!.secrets.map((text) => ({ name, text })));
  let places: Record<'dump' | 'topics' | 'redis' | 'logs' | 'answers', Place[]>;

  beforeAll(async () => {
    // The earlier payments became card payments; these wait for their confirmation.
    for (const name of names) ok(await post('/payments', paymentBody({ ...fieldsOf(name), confirm: false })));
    places = {
      dump: await left.dump(system),
      topics: await left.topics(system),
      redis: await left.redis(system),
      logs: left.logs(system, allApps),
      answers: [
        left.texts(
          'answers',
          answers.map(({ text }) => text),
        ),
      ],
    };
  });

  it('has its visible parts in the answers, and only there', () => {
    const shown = [{ name: 'a bank', text: '******************3000' }];
    expect(findMarkers(places.answers, shown, textForms)).not.toEqual([]);
    // Payments seals what it shows of a payment method; ids prove that the search reads these places.
    for (const where of ['dump', 'topics'] as const) {
      expect(findMarkers(places[where], shown, textForms)).toEqual([]);
      const known = [{ name: 'a merchant', text: merchant.merchantId }];
      expect(findMarkers(places[where], known, textForms)).not.toEqual([]);
    }
  });

  it('would be found in every form', () => {
    const [text] = given['a SEPA debit']!.secrets;
    const written = [text!, ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${text}!`).toString('base64'))];
    for (const form of written)
      expect(findMarkers([left.texts('a place', [form])], [{ name: 'it', text: text! }], textForms)).toHaveLength(1);
  });

  it.each(['dump', 'topics', 'redis', 'logs', 'answers'] as const)('is absent from the %s', (where) =>
    expect(findMarkers(places[where], markers, textForms)).toEqual([]),
  );
});
