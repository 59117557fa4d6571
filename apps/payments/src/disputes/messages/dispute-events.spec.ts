import { disputeStatuses } from '@payorch/contracts';
import { aDispute } from '../../../test/disputes';
import { eur } from '../../../test/fixtures';
import { disputeMessages } from './dispute-events';

const charged = eur('20.00');
const parts = { profile: { webhook: { url: 'https://shop.example' } as never }, charged };
const typesOf = (...given: Parameters<typeof disputeMessages>) =>
  disputeMessages(...given).map(({ message, data }) => [
    message.type,
    (data as { taken?: { amount: bigint } }).taken?.amount,
  ]);

it.each(disputeStatuses)('a dispute that becomes %s is published and notified', (status) => {
  const before = aDispute({ status: status === 'dispute_opened' ? 'dispute_challenged' : 'dispute_opened' });
  const name = `dispute.${status.replace('dispute_', '')}`;
  expect(disputeMessages(before, aDispute({ status }), parts).map(({ message }) => message.type)).toEqual([
    ...(status === 'dispute_won' || status === 'dispute_cancelled' ? ['refunds.note_dispute'] : []),
    name,
    'webhook.requested',
  ]);
});

it('another stage with the same status is published as that status', () =>
  expect(typesOf(aDispute(), aDispute({ stage: 'pre_arbitration' }), parts)).toEqual([
    ['dispute.opened', 1_050n],
    ['webhook.requested', undefined],
  ]));

it('another detail is an update without a webhook', () =>
  expect(typesOf(aDispute(), aDispute({ challengeBy: '2026-02-01T00:00:00.000Z' }), parts)).toEqual([
    ['dispute.updated', 1_050n],
  ]));

it('refunds learn what a dispute takes when it opens, and that it takes nothing once it is won', () => {
  expect(typesOf(undefined, aDispute(), parts)[0]).toEqual(['refunds.note_dispute', 1_050n]);
  expect(typesOf(aDispute(), aDispute({ status: 'dispute_won' }), parts)[0]).toEqual(['refunds.note_dispute', 0n]);
  expect(typesOf(undefined, aDispute({ stage: 'pre_dispute' }), parts).map(([type]) => type)).toEqual([
    'dispute.opened',
    'webhook.requested',
  ]);
});

it('a profile without an endpoint gets no webhook', () =>
  expect(typesOf(undefined, aDispute(), { profile: { webhook: null }, charged }).map(([type]) => type)).toEqual([
    'refunds.note_dispute',
    'dispute.opened',
  ]));
