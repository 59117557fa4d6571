import type { DisputeStage, DisputeStatus, ProcessorDispute } from '@payorch/contracts';
import { disputeStages, disputeStatuses, takenOf } from '@payorch/contracts';
import { randomOf } from '@payorch/harness';
import { aDispute, disputeAfter, disputeContext, processorDisputeOf, reportOf } from '../../../test/disputes';
import { applyReport } from './decide/apply-report';
import type { Dispute } from './dispute';
import { mergeKnown } from './merge-known';

/** The table of the interface, as it is written there: contract/states.md, section 5. */
const stageMayBecome: Readonly<Record<DisputeStage, readonly DisputeStage[]>> = {
  pre_dispute: disputeStages,
  dispute: ['dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'],
  pre_arbitration: ['pre_arbitration', 'arbitration', 'dispute_reversal'],
  arbitration: ['arbitration', 'dispute_reversal'],
  dispute_reversal: ['dispute_reversal'],
};
const decided = ['dispute_expired', 'dispute_accepted', 'dispute_cancelled', 'dispute_won', 'dispute_lost'] as const;
const statusMayBecome = (status: DisputeStatus): readonly DisputeStatus[] => {
  if (status === 'dispute_opened') return disputeStatuses;
  return status === 'dispute_challenged' ? ['dispute_challenged', ...decided] : [status];
};

const cells = disputeStages.flatMap((fromStage) =>
  disputeStatuses.flatMap((fromStatus) =>
    disputeStages.flatMap((stage) => disputeStatuses.map((status) => ({ fromStage, fromStatus, stage, status }))),
  ),
);

it('a report moves a dispute exactly where the table of stages and statuses admits it', () => {
  for (const { fromStage, fromStatus, stage, status } of cells) {
    const merged = mergeKnown(
      processorDisputeOf({ stage: fromStage, status: fromStatus }),
      processorDisputeOf({ stage, status }),
    );
    const isAdmitted =
      stageMayBecome[fromStage].includes(stage) &&
      (stage !== fromStage || statusMayBecome(fromStatus).includes(status));
    const isSame = stage === fromStage && status === fromStatus;
    const expected = isSame ? 'same' : isAdmitted ? 'changed' : 'refused';
    expect([fromStage, fromStatus, stage, status, merged.kind]).toEqual([
      fromStage,
      fromStatus,
      stage,
      status,
      expected,
    ]);
  }
});

it('of equal words the later ones hold, and a late notice changes no detail', () => {
  const at = (second: number, challengeBy: string) =>
    processorDisputeOf({ updatedAt: `2026-01-05T10:00:0${second}.000Z`, challengeBy });
  const [first, second] = [at(1, '2026-02-01T00:00:00.000Z'), at(2, '2026-03-01T00:00:00.000Z')];
  expect(mergeKnown(first, second)).toEqual({ kind: 'changed', known: second });
  expect(mergeKnown(second, first)).toEqual({ kind: 'same' });
});

/** Courses of a dispute as processors report them, each notice with the time at which it was sent. */
const courses: readonly (readonly (readonly [DisputeStage, DisputeStatus])[])[] = [
  [
    ['dispute', 'dispute_opened'],
    ['dispute', 'dispute_challenged'],
    ['dispute', 'dispute_won'],
  ],
  [
    ['pre_dispute', 'dispute_opened'],
    ['pre_dispute', 'dispute_challenged'],
    ['pre_dispute', 'dispute_cancelled'],
  ],
  [
    ['pre_dispute', 'dispute_opened'],
    ['dispute', 'dispute_opened'],
    ['dispute', 'dispute_challenged'],
    ['dispute', 'dispute_lost'],
  ],
  [
    ['dispute', 'dispute_opened'],
    ['dispute', 'dispute_lost'],
    ['pre_arbitration', 'dispute_challenged'],
    ['pre_arbitration', 'dispute_won'],
    ['arbitration', 'dispute_opened'],
    ['arbitration', 'dispute_accepted'],
    ['dispute_reversal', 'dispute_won'],
  ],
];

it.each(courses.map((course) => [course.map((step) => step.join(' ')).join(', '), course] as const))(
  'notices of the course %s, shuffled and each up to fifty times, end in its last state',
  (_, course) => {
    const random = randomOf(11);
    const notices = course.map(([stage, status], at) =>
      reportOf({ stage, status, updatedAt: `2026-01-05T10:00:0${at}.000Z`, connectorStatus: `${at}` }),
    );
    const last = notices.at(-1)!.dispute as ProcessorDispute;
    for (let round = 0; round < 60; round++) {
      const copies = notices.flatMap((notice) => Array.from({ length: 1 + Math.floor(random() * 50) }, () => notice));
      const shuffled = copies.map((notice) => ({ notice, place: random() })).sort((a, b) => a.place - b.place);
      let dispute: Dispute | undefined;
      for (const { notice } of shuffled) {
        const decision = applyReport(dispute, notice, disputeContext());
        if (decision.kind === 'decided') dispute = disputeAfter(decision, aDispute());
      }
      expect(dispute?.known).toEqual(last);
    }
  },
);

const refundable = { refundable: true } as const;
it.each<[string, Partial<ProcessorDispute>, bigint]>([
  ['an inquiry takes nothing', { stage: 'pre_dispute', refundable: true }, 0n],
  ['an inquiry of a processor that refunds no longer takes nothing either', { stage: 'pre_dispute' }, 0n],
  ['an open dispute takes its sum', {}, 1_050n],
  ['an open dispute takes nothing while the processor would still refund the charge', refundable, 0n],
  ['a challenged dispute takes its sum', { status: 'dispute_challenged' }, 1_050n],
  ['an accepted dispute takes its sum, whatever is refundable', { status: 'dispute_accepted', ...refundable }, 1_050n],
  ['an expired dispute takes its sum', { status: 'dispute_expired' }, 1_050n],
  ['a lost dispute takes its sum', { status: 'dispute_lost', ...refundable }, 1_050n],
  ['a won dispute gives its sum back', { status: 'dispute_won' }, 0n],
  ['a withdrawn dispute gives its sum back', { status: 'dispute_cancelled' }, 0n],
  ['a lost arbitration takes its sum', { stage: 'arbitration', status: 'dispute_lost' }, 1_050n],
])('%s', (_, known, taken) => expect(takenOf(processorDisputeOf(known)).amount).toBe(taken));
