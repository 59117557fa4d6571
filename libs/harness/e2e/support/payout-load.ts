import { apiAt, ok, type Answer, type Api, type Json, type TestMerchant } from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import { answered } from './fault-load';
import { destinationsOf, payoutBody, toIban } from './payouts';

/** A kind of payout: its request, what else the merchant sends, and how it may end, beside `failed`. */
export interface PayoutKind {
  readonly name: string;
  readonly body: object;
  readonly then?: 'fulfill' | 'confirm' | 'cancel' | 'race';
  readonly ends: readonly string[];
}

const pretendpay = { connector: ['pretendpay'] };
const stripe = { connector: ['stripe_test'] };
const byHand = { auto_fulfill: false };
const playing = (digits: string) => destinationsOf['card']!({ name: '', digits });
const magic = (name: string, digits: string, ends: readonly string[], body: object = pretendpay): PayoutKind => ({
  name,
  body: { ...playing(digits), ...body },
  ends,
});

const paid = ['success'];
const bank = { ...stripe, ...toIban('NL46TEST0136169112') };
/** Each with its share of forty. */
const shares: readonly (readonly [number, PayoutKind])[] = [
  [10, { name: 'card', body: pretendpay, ends: paid }],
  [2, { name: 'card in one step', body: stripe, ends: paid }],
  [4, { name: 'bank account in four steps', body: bank, ends: paid }],
  [4, { name: 'fulfilled by hand', body: { ...pretendpay, ...byHand }, then: 'fulfill', ends: paid }],
  [2, { name: 'confirmed later', body: { ...pretendpay, confirm: false }, then: 'confirm', ends: paid }],
  [2, { name: 'cancelled before', body: { ...pretendpay, confirm: false }, then: 'cancel', ends: ['cancelled'] }],
  [
    2,
    { name: 'race at the processor', body: { ...pretendpay, ...byHand }, then: 'race', ends: ['success', 'cancelled'] },
  ],
  [2, { name: 'race with us', body: { ...stripe, ...byHand }, then: 'race', ends: ['success', 'cancelled'] }],
  [2, magic('declined', '0002', [])],
  [2, magic('declined at both accounts', '0028', [], { connector: ['stripe_test', 'pretendpay'] })],
  [2, magic('pending, then paid', '0036', paid)],
  // An answer that is lost takes the place of what this card plays: the payout is paid.
  [1, magic('pending, then failed', '0044', paid)],
  [2, magic('initiated, then paid', '0051', paid)],
  [2, magic('reversed', '0069', ['reversed'])],
  [1, magic('without an answer', '0077', paid, stripe)],
];
const deck = shares.flatMap(([times, kind]) => Array.from({ length: times }, () => kind));
/** Coprime to the size of the deck, so that kinds alternate. */
const stride = 7;

export const payoutKindOf = (number: number): PayoutKind => deck[(number * stride) % deck.length]!;
export const payoutIdOf = (number: number): string => `payout_${String(number).padStart(23, '0')}`;

/** The merchant's server, which sends each request to the next gateway, and the status in the last answer about each payout. */
export class PayoutClient {
  readonly lastAnswers = new Map<string, string>();
  private readonly apis: readonly Api[];
  private turn = 0;

  constructor({ apiKey }: TestMerchant, gateways: readonly string[]) {
    this.apis = gateways.map((baseUrl) => apiAt(baseUrl, { 'api-key': apiKey }));
  }

  /** Sends all requests of the payout with this number. */
  async pay(number: number): Promise<void> {
    const { body, then } = payoutKindOf(number);
    const id = payoutIdOf(number);
    await this.send(id, (api) => api.post('/payouts/create', payoutBody({ payout_id: id, ...body })));
    if (then === 'confirm') await this.act(id, 'confirm');
    if (then === 'cancel') await this.act(id, 'cancel');
    if (then === 'race') await this.race(number, id);
    if (then === 'race' || then === 'fulfill') await this.fulfillWaiting(id);
  }

  async retrieve(id: string): Promise<Json> {
    return ok(await this.send(id, (api) => api.get(`/payouts/${id}`)));
  }

  private async race(number: number, id: string): Promise<void> {
    if ((await this.settled(id)) !== 'requires_fulfillment') return;
    const order = number % 4 < 2 ? (['cancel', 'fulfill'] as const) : (['fulfill', 'cancel'] as const);
    await Promise.all(order.map((action) => this.act(id, action)));
  }

  /** A payout waits for its fulfilment again after a cancellation that its processor did not get. */
  private async fulfillWaiting(id: string): Promise<void> {
    while ((await this.settled(id)) === 'requires_fulfillment') await this.act(id, 'fulfill');
  }

  /** The status once no step is under way. */
  private async settled(id: string): Promise<string> {
    for (;;) {
      const { status } = await this.retrieve(id);
      if (status !== 'pending' && status !== 'requires_creation') return status;
      await sleep(250);
    }
  }

  private act(id: string, action: 'confirm' | 'fulfill' | 'cancel'): Promise<Answer> {
    return this.send(id, (api) => api.post(`/payouts/${id}/${action}`, action === 'confirm' ? {} : { payout_id: id }));
  }

  private async send(id: string, request: (api: Api) => Promise<Answer>): Promise<Answer> {
    const answer = await answered(() => request(this.apis[this.turn++ % this.apis.length]!));
    if (answer.status === 200) this.lastAnswers.set(id, answer.body.status);
    return answer;
  }
}
