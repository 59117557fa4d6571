import type { DisputeStage, DisputeStatus } from '@payorch/contracts';
import { defineMachine } from '@payorch/kernel';

type Moves<Names extends string> = { readonly [Name in Names]: Name };
const moves = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, name])) as Moves<Names[number]>;

/** The stages of a dispute, which never go back: a notice of an earlier stage comes late. An event has its target's name. */
export const disputeStageMachine = defineMachine({
  pre_dispute: moves('pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'),
  dispute: moves('dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'),
  pre_arbitration: moves('pre_arbitration', 'arbitration', 'dispute_reversal'),
  arbitration: moves('arbitration', 'dispute_reversal'),
  dispute_reversal: moves('dispute_reversal'),
} satisfies Readonly<Record<DisputeStage, object>>);

/** The status within one stage; another stage begins with any. An event has its target's name. */
export const disputeMachine = defineMachine({
  dispute_opened: moves(
    'dispute_opened',
    'dispute_expired',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
  ),
  dispute_challenged: moves(
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_expired',
  ),
  dispute_expired: moves('dispute_expired'),
  dispute_accepted: moves('dispute_accepted'),
  dispute_cancelled: moves('dispute_cancelled'),
  dispute_won: moves('dispute_won'),
  dispute_lost: moves('dispute_lost'),
} satisfies Readonly<Record<DisputeStatus, object>>);
