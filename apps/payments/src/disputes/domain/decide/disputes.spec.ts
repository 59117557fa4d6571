import type { DisputeStage, DisputeStatus, Outcome, ProcessorDispute } from '@payorch/contracts';
import { disputeStages, disputeStatuses, flowNotSupported } from '@payorch/contracts';
import type { FileId } from '@payorch/kernel';
import { later, now } from '../../../../test/fixtures';
import {
  aDispute,
  answerOutcomeOf,
  disputeAfter,
  disputeCaller,
  disputeContext,
  disputeId,
  effectKindsOf,
  processorDisputeOf,
  reportOf,
} from '../../../../test/disputes';
import { merchantId } from '../../../../test/fixtures';
import type { Dispute } from '../dispute';
import { acceptDispute, checkDispute, submitEvidence } from './answer-dispute';
import { answerSyncDue, applyAnswerOutcome } from './apply-outcome';
import { applyReport } from './apply-report';
import { attachEvidence, detachEvidence } from './attach-evidence';
import { readDispute } from './read-dispute';

const about = { merchantId, disputeId };
const called = disputeContext({ pendingReplies: [disputeCaller] });
const file = 'file_1' as FileId;
const receipt = { ...about, evidenceType: 'receipt', fileId: file } as const;
const evidenceOf = (evidenceType: 'receipt') => ({
  ...receipt,
  evidenceType,
  storageKey: '0'.repeat(32),
  contentKey: '',
  name: 'receipt.pdf',
  contentType: 'application/pdf',
});
const nothing = { ...about, texts: {}, files: [] };
const invalid = { kind: 'refused', code: 'dispute_status_invalid' };
const unknownDispute = { kind: 'refused', code: 'dispute_not_found' };
const every = disputeStages.flatMap((stage) => disputeStatuses.map((status) => [stage, status] as const));

const isAnswerable = (stage: DisputeStage, status: DisputeStatus) =>
  stage !== 'dispute_reversal' && (status === 'dispute_opened' || status === 'dispute_challenged');

describe('the commands', () => {
  it.each(every)('of a dispute in %s %s are taken where the interface takes them', (stage, status) => {
    const dispute = aDispute({ stage, status });
    const answers = [acceptDispute(dispute, about, called), submitEvidence(dispute, nothing, called)];
    for (const answer of answers)
      expect(answer).toMatchObject(isAnswerable(stage, status) ? { kind: 'decided' } : invalid);
    const isCollecting = stage === 'dispute' && status === 'dispute_opened';
    expect(attachEvidence(dispute, receipt, called)).toMatchObject(isCollecting ? { kind: 'decided' } : invalid);
    expect(detachEvidence(dispute, receipt, called)).toMatchObject(isCollecting ? { kind: 'unchanged' } : invalid);
    const isRead = ['dispute_opened', 'dispute_challenged', 'dispute_accepted'].includes(status);
    expect(effectKindsOf(readDispute(dispute, about, called))).toEqual([isRead ? 'read' : 'reply']);
  });

  it.each([
    ['accept', () => acceptDispute(undefined, about, called)],
    ['submit', () => submitEvidence(undefined, nothing, called)],
    ['attach', () => attachEvidence(undefined, receipt, called)],
    ['detach', () => detachEvidence(undefined, receipt, called)],
    ['read', () => readDispute(undefined, about, called)],
    ['check', () => checkDispute(undefined, about, called)],
  ])('%s is refused for an unknown dispute', (_, decide) => expect(decide()).toMatchObject(unknownDispute));
});

const accepting = (): Dispute => disputeAfter(acceptDispute(aDispute(), about, called), aDispute());
const submitting = (): Dispute => disputeAfter(submitEvidence(aDispute(), nothing, called), aDispute());

describe('an answer', () => {
  it('goes to the processor once, and is synced if no outcome comes', () => {
    expect(effectKindsOf(acceptDispute(aDispute(), about, called))).toEqual(['accept', 'sync_later']);
    expect(effectKindsOf(submitEvidence(aDispute(), nothing, called))).toEqual(['submit', 'sync_later']);
    expect(effectKindsOf(answerSyncDue(accepting(), undefined, called))).toEqual(['sync', 'sync_later']);
  });

  it('a second acceptance waits for the one under way; evidence beside it is refused, and the other way round', () => {
    const second = acceptDispute(accepting(), about, called);
    expect(effectKindsOf(second)).toEqual([]);
    expect(disputeAfter(second, accepting()).answer?.pendingReplies).toHaveLength(2);
    expect(submitEvidence(accepting(), nothing, called)).toMatchObject(invalid);
    expect(acceptDispute(submitting(), about, called)).toMatchObject(invalid);
    expect(attachEvidence(submitting(), receipt, called)).toMatchObject(invalid);
  });

  it('submits the texts and the files of the request', () => {
    const files = [{ ...evidenceOf('receipt'), contentKey: 'k' }];
    const decision = submitEvidence(aDispute(), { ...about, texts: { customer_name: 'Ada' }, files }, called);
    expect(decision).toMatchObject({ effects: [{ kind: 'submit', texts: { customer_name: 'Ada' }, files }, {}] });
  });

  const lost = { status: 'dispute_lost', connectorStatus: 'lost' } as const;
  const disputed = (known: Parameters<typeof processorDisputeOf>[0]): Outcome => ({
    kind: 'disputed',
    reference: 'du_1',
    dispute: processorDisputeOf(known),
  });
  const error = { code: 'invalid_request', message: 'This dispute is already closed', reason: null };

  it.each<[string, () => Dispute, Outcome, DisputeStatus, readonly string[]]>([
    ['an acceptance ends as the processor says', accepting, disputed(lost), 'dispute_lost', ['cancel_sync', 'reply']],
    [
      'evidence challenges the dispute where the processor says nothing else',
      submitting,
      disputed({}),
      'dispute_challenged',
      ['cancel_sync', 'reply'],
    ],
    [
      'evidence may decide it at once',
      submitting,
      disputed({ status: 'dispute_won' }),
      'dispute_won',
      ['cancel_sync', 'reply'],
    ],
    [
      'a refusal leaves the dispute as it is',
      accepting,
      { kind: 'declined', reference: null, error, retry: 'never' },
      'dispute_opened',
      ['cancel_sync', 'refuse'],
    ],
    [
      'an answer that the processor never had may be given again',
      accepting,
      { kind: 'absent' },
      'dispute_opened',
      ['cancel_sync', 'refuse'],
    ],
    [
      'an unknown outcome stays open',
      accepting,
      { kind: 'unknown', reference: null, error },
      'dispute_opened',
      ['reply'],
    ],
  ])('%s', (_, given, outcome, status, effects) => {
    const decision = applyAnswerOutcome(given(), answerOutcomeOf(outcome, { source: 'sync' }), disputeContext());
    expect(disputeAfter(decision, given()).known.status).toBe(status);
    expect([...effectKindsOf(decision)].sort()).toEqual([...effects].sort());
  });

  it('that the connector cannot give is refused by its name', () => {
    const outcome: Outcome = { kind: 'not_sent', error: { ...error, code: flowNotSupported }, retry: 'never' };
    const decision = applyAnswerOutcome(submitting(), answerOutcomeOf(outcome), disputeContext());
    expect(decision).toMatchObject({
      effects: [
        { kind: 'cancel_sync' },
        { kind: 'refuse', refusal: { code: 'flow_not_supported', details: { flow: 'Submit Evidence' } } },
      ],
    });
  });

  it('a dispute that is lost while its acceptance is open ends lost, and the later sync ends the acceptance', () => {
    const notified = disputeAfter(applyReport(accepting(), reportOf(lost), disputeContext()), accepting());
    expect([notified.known.status, notified.answer?.state]).toEqual(['dispute_lost', 'pending']);
    const decision = applyAnswerOutcome(
      notified,
      answerOutcomeOf(disputed(lost), { source: 'sync' }),
      disputeContext(),
    );
    const ended = disputeAfter(decision, notified);
    expect([ended.known.status, ended.answer?.state, effectKindsOf(decision)]).toEqual([
      'dispute_lost',
      'succeeded',
      ['cancel_sync', 'reply'],
    ]);
  });

  const at = (second: number): string => `2026-01-05T10:00:0${second}.000Z`;
  it.each<[string, Partial<ProcessorDispute>, Partial<ProcessorDispute>, boolean]>([
    ['names another decision', { status: 'dispute_won' }, lost, true],
    [
      'names an earlier decision',
      { status: 'dispute_won', updatedAt: at(2) },
      { status: 'dispute_accepted', updatedAt: at(1) },
      false,
    ],
    ['names a later decision', { status: 'dispute_won', updatedAt: at(1) }, { ...lost, updatedAt: at(2) }, true],
    ['came before the decision', lost, { status: 'dispute_challenged' }, false],
    ['undoes the decision', { ...lost, updatedAt: at(1) }, { status: 'dispute_challenged', updatedAt: at(2) }, true],
    ['came before the next stage', { stage: 'pre_arbitration' }, lost, false],
    [
      'returns to an earlier stage',
      { stage: 'pre_arbitration', updatedAt: at(1) },
      { ...lost, updatedAt: at(2) },
      true,
    ],
    ['repeats the decision', lost, lost, false],
  ])('whose outcome %s ends, and the dispute stays as it was', (_, notified, outcome, isIncident) => {
    const before = disputeAfter(applyReport(accepting(), reportOf(notified), disputeContext()), accepting());
    const decision = applyAnswerOutcome(before, answerOutcomeOf(disputed(outcome)), disputeContext());
    const after = disputeAfter(decision, before);
    expect([after.known, after.answer?.state]).toEqual([before.known, 'succeeded']);
    expect(after.incidents).toEqual(isIncident ? ['contradicted'] : []);
  });

  it('an outcome of another operation, and a repeated one, change nothing', () => {
    const other = answerOutcomeOf(disputed(lost), { operationId: 'op_other' as never });
    expect(applyAnswerOutcome(accepting(), other, disputeContext()).kind).toBe('unchanged');
    const first = answerOutcomeOf(disputed(lost));
    const ended = disputeAfter(applyAnswerOutcome(accepting(), first, disputeContext()), accepting());
    expect(applyAnswerOutcome(ended, first, disputeContext()).kind).toBe('unchanged');
  });
});

describe('evidence', () => {
  it('a file replaces the earlier one of its type, and is detached once', () => {
    const attached = disputeAfter(attachEvidence(aDispute(), receipt, called), aDispute());
    expect(attached.evidence).toEqual({ receipt: file });
    const replaced = attachEvidence(attached, { ...receipt, fileId: 'file_2' as FileId }, called);
    expect(disputeAfter(replaced, attached).evidence).toEqual({ receipt: 'file_2' });
    const detached = disputeAfter(detachEvidence(attached, receipt, called), attached);
    expect(detached.evidence).toEqual({});
    expect(detachEvidence(detached, receipt, called)).toMatchObject({
      kind: 'unchanged',
      effects: [{ kind: 'acknowledge', body: null }],
    });
  });
});

describe('a read', () => {
  const reading = (): Dispute => disputeAfter(readDispute(aDispute(), about, called), aDispute());

  it('a second caller waits for the read under way; a read without an answer is repeated after a minute', () => {
    expect(effectKindsOf(readDispute(reading(), about, called))).toEqual([]);
    const afterAMinute = disputeContext({ now: later(61), pendingReplies: [disputeCaller] });
    const again = readDispute(reading(), about, afterAMinute);
    expect([effectKindsOf(again), disputeAfter(again, reading()).readers]).toEqual([['read'], [disputeCaller]]);
  });

  it('answers every waiting caller, also where the processor says nothing', () => {
    const won = applyReport(reading(), reportOf({ status: 'dispute_won' }, 'read'), disputeContext());
    expect([disputeAfter(won, reading()).known.status, effectKindsOf(won)]).toEqual(['dispute_won', ['reply']]);
    const silent = applyReport(reading(), reportOf(null, 'read'), disputeContext());
    expect([disputeAfter(silent, reading()).known.status, effectKindsOf(silent)]).toEqual([
      'dispute_opened',
      ['reply'],
    ]);
    expect(disputeAfter(silent, reading()).readers).toEqual([]);
  });

  it('that contradicts what is known needs a person, once; a late notice does not', () => {
    const lost = aDispute({ status: 'dispute_lost' });
    const read = disputeAfter(applyReport(lost, reportOf({ status: 'dispute_won' }, 'read'), disputeContext()), lost);
    expect([read.known.status, read.incidents]).toEqual(['dispute_lost', ['contradicted']]);
    expect(applyReport(read, reportOf({ status: 'dispute_won' }, 'read'), disputeContext()).kind).toBe('unchanged');
    expect(applyReport(lost, reportOf({ status: 'dispute_won' }), disputeContext()).kind).toBe('unchanged');
  });

  it('that a notice overtook comes late, unless no order explains both', () => {
    const overtaken = (status: DisputeStatus, read: DisputeStatus) => {
      const before = { ...reading(), readAt: now.toISOString() };
      const noticed = disputeAfter(applyReport(before, reportOf({ status }), disputeContext()), before);
      const saved = { ...noticed, modifiedAt: later(1) };
      return disputeAfter(applyReport(saved, reportOf({ status: read }, 'read'), disputeContext()), saved);
    };
    const late = overtaken('dispute_lost', 'dispute_opened');
    expect([late.known.status, late.incidents, late.readers]).toEqual(['dispute_lost', [], []]);
    expect(overtaken('dispute_lost', 'dispute_won').incidents).toEqual(['contradicted']);
  });

  it('of an unknown dispute says nothing', () =>
    expect(applyReport(undefined, reportOf(null, 'read'), disputeContext()).kind).toBe('unchanged'));
});

it('the first report creates the dispute, whatever its state', () => {
  const created = applyReport(undefined, reportOf({ status: 'dispute_lost' }), disputeContext());
  expect(created).toMatchObject({ kind: 'decided', state: { disputeId, version: 0, createdAt: now, partition: 3 } });
});
