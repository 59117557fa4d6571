import type { Charge } from '../objects/records';

const percent = 120;

/** The most that can be captured of a charge. The percentage is the sandbox's own: at Stripe it depends on network and trade. */
export const maximumCapturable = ({ amount, overcapture = false }: Pick<Charge, 'amount' | 'overcapture'>): number =>
  overcapture ? Math.floor((amount * percent) / 100) : amount;
