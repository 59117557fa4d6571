import type { ContractConfig } from '@payorch/contracts';

type Target = ContractConfig['labels'][number];

/** Approved payments of an account that count for its contract. `until`: the contract's time, which names the contract. */
export interface ContractProgress {
  readonly until: number;
  readonly approved: number;
}

const dayMs = 86_400_000;
const unitMs = { day: dayMs, month: 30 * dayMs } as const;
const usualConstants = [0.7, 0.35] as const;

const endOf = ({ targetTime }: Target): number => targetTime * 1_000;

/** The progress with one more approved payment. A contract with another time begins at 0. */
export function withApproved(progress: ContractProgress | undefined, at: number, target: Target): ContractProgress {
  const approved = progress?.until === target.targetTime ? progress.approved : 0;
  return { until: target.targetTime, approved: at < endOf(target) ? approved + 1 : approved };
}

/**
 * How much a contract needs the next payment, from 0: the first constant weighs the share of payments that are missing, the
 * second how near the end is in units of the time scale. 0: the contract is met or over.
 */
export function needOf(
  progress: ContractProgress | undefined,
  now: number,
  target: Target,
  { constants, timeScale }: Pick<ContractConfig, 'constants' | 'timeScale'>,
): number {
  const approved = progress?.until === target.targetTime ? progress.approved : 0;
  const missing = target.targetCount - approved;
  const leftMs = endOf(target) - now;
  if (missing <= 0 || leftMs <= 0) return 0;
  const [byShare = usualConstants[0], byTime = usualConstants[1]] = constants;
  return byShare * (missing / target.targetCount) + byTime / (1 + leftMs / unitMs[timeScale]);
}
