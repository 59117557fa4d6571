import { refuse, type Outgoing, type Refusal } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import { compactDecrypt } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import type { AuthenticatedMerchant, Sender } from '../../auth';
import { ExtendedCardInfos } from './extended-card-infos';

const merchantId = 'acme' as MerchantId;
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const card = { card_number: '4242 4242 4242 4242', card_exp_month: '10', card_exp_year: '35', card_cvc: '123' };
const facts = { network: 'Visa', issuer: 'Bank', type: 'CREDIT', subtype: null, issuingCountry: 'FRANCE' };
const reply = (profile_id = 'pro_1') => Buffer.from(JSON.stringify({ payment_id: 'pay_1', profile_id }));

const merchantWith = (extendedCardInfo?: { publicKey: string; ttlSeconds: number }) =>
  ({
    merchantId,
    account: {
      profiles: [
        { profileId: 'pro_1' as ProfileId, ...(extendedCardInfo && { extendedCardInfo }) },
        { profileId: 'pro_2' as ProfileId },
      ],
    },
  }) as unknown as AuthenticatedMerchant;
const wanting = merchantWith({ publicKey, ttlSeconds: 900 });

function infos({ isAway = false, found = reply() as Buffer | Refusal } = {}) {
  const stored = new Map<string, { payload: string; seconds: number }>();
  const logged: unknown[] = [];
  const asked: unknown[] = [];
  const redis = {
    set: (key: string, payload: string, _: 'EX', seconds: number) => {
      if (isAway) return Promise.reject(new Error('away'));
      stored.set(key, { payload, seconds });
      return Promise.resolve('OK');
    },
    get: (key: string) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(stored.get(key)?.payload ?? null),
  };
  const query = ({ message, data }: Outgoing) => {
    asked.push([message.type, data]);
    return Promise.resolve(found);
  };
  const one = new ExtendedCardInfos(
    redis as never,
    { of: () => Promise.resolve(facts) },
    { query },
    { warn: (...line: unknown[]) => void logged.push(line) },
  );
  const sender = { merchant: { ...wanting, kind: 'merchant' }, trace: {} } as unknown as Sender;
  return { one, stored, logged, asked, retrieve: (id = 'pay_1') => one.retrieve(id, sender) };
}

it('a card is stored for the time of the profile, without its CVC, and only the merchant can read it', async () => {
  const { one, stored, retrieve } = infos();
  await one.store(card, reply(), wanting);
  const [[key, { payload, seconds }]] = [...stored] as [[string, { payload: string; seconds: number }]];
  expect([key, seconds]).toEqual(['extended_card_info:acme/pay_1', 900]);
  expect(await retrieve()).toEqual({ payload });
  const { plaintext } = await compactDecrypt(payload, pair.privateKey);
  expect(JSON.parse(Buffer.from(plaintext).toString())).toEqual({
    card_number: '4242424242424242',
    card_exp_month: '10',
    card_exp_year: '35',
    card_holder_name: null,
    card_issuer: 'Bank',
    card_network: 'Visa',
    card_type: 'CREDIT',
    card_issuing_country: 'FRANCE',
  });
});

it.each<[string, Parameters<ExtendedCardInfos['store']>]>([
  ['a request without a card', [undefined, reply(), wanting]],
  ['a refused request', [card, refuse('payment_not_found'), wanting]],
  ['a payment of a profile that does not ask', [card, reply('pro_2'), wanting]],
  ['a merchant that does not ask', [card, Buffer.from('never read'), merchantWith()]],
  ['a profile that stores nothing', [card, reply(), merchantWith({ publicKey, ttlSeconds: 0 })]],
  ['a profile whose key is unusable', [card, reply(), merchantWith({ publicKey: 'x', ttlSeconds: 900 })]],
])('nothing is stored for %s', async (_, sent) => {
  const { one, stored } = infos();
  await one.store(...sent);
  expect(stored.size).toBe(0);
});

it('a store that is away refuses no payment, and is logged without the card', async () => {
  const { one, logged, retrieve } = infos({ isAway: true });
  await one.store(card, reply(), wanting);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain('4242');
  expect(await retrieve()).toEqual(refuse('extended_card_info_away'));
});

it('what was not stored does not exist', async () => {
  expect(await infos().retrieve()).toEqual(refuse('extended_card_info_not_found'));
});

it('the owner says whose payment it is, before the store is read', async () => {
  const { one, retrieve, asked } = infos({ found: refuse('payment_not_found') });
  await one.store(card, reply(), wanting);
  expect(await retrieve()).toEqual(refuse('payment_not_found'));
  expect(asked).toEqual([['payment.get', expect.objectContaining({ merchantId, paymentId: 'pay_1' })]]);
  expect(await infos().retrieve("x'--")).toEqual(refuse('payment_not_found'));
});
