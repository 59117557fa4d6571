import { existsSync } from 'node:fs';
import { allApps } from '@payorch/provisioning';
import {
  aMerchant,
  aReceiver,
  apiAt,
  cardFields,
  eventually,
  paymentBody,
  type Answer,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import * as traces from '../support/stored-traces';
import { cvcForms, findMarkers, numberForms, type Marker, type Place } from '../support/card-markers';
import { system } from './marker-system';

/** Cards in card fields: number, CVC, expected payment status. */
const given = {
  'a card that is charged': ['5555555555554444', '739', 'succeeded'],
  'a card with a CVC of four digits': ['378282246310005', '7391', 'succeeded'],
  'a card that is declined': ['4000000000009987', '846', 'failed'],
  'a card that the processor does not know': ['4539526018159083', '472', 'failed'],
  'a card that goes to the bank’s page': ['4000003800000446', '657', 'requires_customer_action'],
  'a card whose charge is unknown': ['4000000000070047', '918', 'processing'],
  'a card with blanks': ['4111 1111 1111 1111', '264', 'succeeded'],
  'a card with a wrong check digit': ['4929156404104235', '351', undefined],
  'a card that waits to be confirmed': ['6011111111111117', '583', 'requires_confirmation'],
} as const;
const names = Object.keys(given) as (keyof typeof given)[];
const numbers: Marker[] = names.map((name) => ({ name, text: given[name][0].replaceAll(' ', '') }));
const cvcs: Marker[] = names.map((name) => ({ name: `the CVC of ${name}`, text: given[name][1] }));

/** Card numbers in other fields: stored in these fields, those of a payment sealed, but masked in our own logs. */
const typed = {
  name: '4716757491186252',
  metadata: '5281799075116372',
  description: '4532549306668364',
  address: '5412366764020679',
  header: '4485701687731322',
  reference: '4024007103939509',
};
const typedMarkers: Marker[] = Object.entries(typed).map(([name, text]) => ({
  name: `a number typed into the ${name}`,
  text,
}));

let receiver: Receiver;
let merchant: TestMerchant;
const answers: Answer[] = [];
const recorded = async (answer: Promise<Answer>): Promise<Answer> => {
  answers.push(await answer);
  return answers.at(-1)!;
};

const card = (name: keyof typeof given) => cardFields(given[name][0], { card_cvc: given[name][1] });

async function payWithEveryCard(): Promise<void> {
  for (const name of names) {
    const more = name === 'a card that waits to be confirmed' ? { confirm: false } : {};
    const { status, body } = await recorded(merchant.api.post('/payments', paymentBody({ ...card(name), ...more })));
    expect([name, status === 200 ? body.status : undefined]).toEqual([name, given[name][2]]);
  }
}

/** Follows the redirects to the bank's page and back, like a browser. */
async function returnFromTheBank(): Promise<void> {
  const start = answers.map(({ body }) => body.next_action?.redirect_to_url).find(Boolean) as string;
  const visit = (url: string) => recorded(apiAt(new URL(url).origin).get(url.slice(new URL(url).origin.length)));
  const link = ({ text }: Answer, attribute: string) =>
    new RegExp(`${attribute} href="([^"]+)"`).exec(text)![1]!.replaceAll('&amp;', '&');
  const bank = link(await visit(start), 'id="go"');
  const back = await visit(new URL(link(await visit(bank), 'class="authorize"'), bank).href);
  expect((await visit(back.headers['location'] as string)).headers['location']).toContain('status=succeeded');
}

async function enterNumbersInOtherFields(): Promise<void> {
  const fields = {
    description: `for ${typed.description}`,
    metadata: { note: typed.metadata },
    name: typed.name,
    customer_id: 'typist',
    merchant_order_reference_id: typed.reference,
  };
  const headers = { 'x-note': typed.header, 'user-agent': `shop ${typed.header}`, 'x-request-id': typed.header };
  await recorded(merchant.api.post('/payments', paymentBody(fields), headers));
  await recorded(merchant.api.post('/payments', paymentBody({ ...fields, currency: typed.metadata }), headers));
  await recorded(merchant.api.get(`/payments/${typed.address}?note=${typed.address}`, headers));
  await recorded(merchant.api.get(`/nowhere/${typed.address}`, headers));
  await recorded(
    merchant.api.raw('POST', '/payments', `{"card_number": "${given['a card that is charged'][0]}"`, {
      'content-type': 'application/json',
    }),
  );
}

let places: Record<'dump' | 'topics' | 'redis' | 'files' | 'logs' | 'ledger' | 'sent', Place[]>;

beforeAll(async () => {
  receiver = await aReceiver();
  const webhook_details = { webhook_url: receiver.url };
  merchant = await aMerchant(system, { account: { return_url: 'https://shop.example/done', webhook_details } });
  await payWithEveryCard();
  await returnFromTheBank();
  await enterNumbersInOtherFields();
  await eventually(() => receiver.calls.length >= 8);
  places = {
    redis: await traces.redis(system),
    dump: await traces.dump(system),
    topics: await traces.topics(system),
    files: await traces.files(system),
    logs: traces.logs(system, allApps),
    ledger: [traces.ledger(system)],
    sent: [
      traces.texts(
        'answers',
        answers.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`),
      ),
      traces.texts(
        'webhooks',
        receiver.calls.map(({ body, headers }) => `${body} ${JSON.stringify(headers)}`),
      ),
    ],
  };
});
afterAll(() => receiver?.close());

describe('the search (tested separately in card-markers.spec.ts)', () => {
  // Lists filter by the reference of an order, so it is not sealed.
  it.each(['dump', 'files', 'sent'] as const)('finds a number that is stored in the %s', (where) => {
    const found = findMarkers(places[where], typedMarkers, numberForms).join('\n');
    expect(found).toContain('typed into the reference');
    // The metadata and the description of a payment are sealed everywhere but in what the merchant sees.
    expect(/typed into the (metadata|description)/.test(found)).toBe(where === 'sent');
  });

  it('reads the topics', () => {
    const known = [{ name: 'a merchant', text: merchant.merchantId }];
    expect(findMarkers(places.topics, known, ({ text }) => [['text', Buffer.from(text)]])).not.toEqual([]);
    expect(findMarkers(places.topics, typedMarkers, numberForms)).toEqual([]);
  });

  it('reads a Redis with keys, a ledger with entries and logs with lines', () => {
    expect(places.redis.length).toBeGreaterThan(0);
    expect(places.ledger[0]!.content.toString()).toContain('"card":"4444"');
    expect(places.logs.filter(({ content }) => content.length > 100).length).toBe(allApps.length);
  });
});

describe('a card in card fields', () => {
  it.each(['dump', 'topics', 'files', 'redis', 'logs', 'ledger', 'sent'] as const)(
    'has no number in the %s',
    (where) => {
      expect(findMarkers(places[where], numbers, numberForms)).toEqual([]);
    },
  );

  it.each(['dump', 'topics', 'files', 'redis', 'logs', 'ledger', 'sent'] as const)('has no CVC in the %s', (where) => {
    expect(findMarkers(places[where], cvcs, cvcForms)).toEqual([]);
  });

  it('is stored with its first eight and last four digits', () => {
    const { content } = places.dump.find(({ name }) => name === 'table payments.attempts')!;
    for (const known of ['""55555555""', '""4444""']) expect(content.toString()).toContain(known);
  });
});

describe('a card number in another field', () => {
  it.each(['logs', 'redis', 'ledger'] as const)('is masked or absent in the %s', (where) => {
    expect(findMarkers(places[where], typedMarkers, numberForms)).toEqual([]);
  });
});

// Only Linux shows the environment of a process.
(existsSync('/proc/self/environ') ? describe : describe.skip)('the environment of the apps', () => {
  it('contains no card number', () => {
    const environments = traces.environments(system, allApps);
    expect(environments.every(({ content }) => content.includes('HTTP_PORT='))).toBe(true);
    expect(findMarkers(environments, [...numbers, ...typedMarkers], numberForms)).toEqual([]);
  });

  it('contains the private sealing keys only for the worker', () => {
    const holders = traces
      .environments(system, allApps)
      .filter(({ content }) => content.includes('SEALING_PRIVATE_KEYS_FILE='));
    expect(holders.map(({ name }) => name)).toEqual(['environment of connector-worker']);
  });
});
