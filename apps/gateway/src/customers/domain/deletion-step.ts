/** What to do next about a requested deletion. */
export type DeletionStep = 'erase_and_look_again' | 'erase_and_finish' | 'wait' | 'finish';

export interface DeletionState {
  /** Whether the owner has deleted the customer. */
  readonly isDeleted: boolean;
  readonly requestedAt: Date;
  /** The first erasure; null before. */
  readonly erasedAt: Date | null;
}

/** No request that began before the deletion still runs after this time: what it stores is erased by the second pass. */
export const secondPassAfterMs = 15 * 60_000;
/** No command that was sent for the request can begin after this time: its deadline has long passed. */
export const givenUpAfterMs = 5 * 60_000;

export function deletionStep({ isDeleted, requestedAt, erasedAt }: DeletionState, now: Date): DeletionStep {
  if (isDeleted) return erasedAt === null ? 'erase_and_look_again' : 'erase_and_finish';
  return now.getTime() - requestedAt.getTime() < givenUpAfterMs ? 'wait' : 'finish';
}
