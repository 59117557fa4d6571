import { newId } from '@payorch/kernel';

/** The time and the ids that a decision uses: tests choose both. */
export interface Moment {
  readonly nowMs: number;
  newId(prefix: string): string;
}

export const moment = (): Moment => ({ nowMs: Date.now(), newId });
