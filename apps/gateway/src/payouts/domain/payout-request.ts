import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { PayoutId } from '@payorch/kernel';
import type { PayoutMethodData, PayoutUpdateRequest } from '@payorch/rest';

/** A payout request of a checked shape, with the interface's field names; a field that the request lacks is absent. */
export type PayoutRequest = Readonly<Omit<PayoutUpdateRequest, 'routing' | 'payout_method_data'>> & {
  readonly payout_id?: string | null;
  readonly routing?: unknown;
  readonly payout_method_data?: PayoutMethodData | null;
};

export type PayoutOperation = 'create' | 'update' | 'confirm';

/** Present and not null. */
export const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Exactly 30 characters of a reference id. */
const payoutIdPattern = /^[A-Za-z0-9_-]{30}$/;

export const isPayoutId = (text: string): text is PayoutId => payoutIdPattern.test(text);

export const notFound: Refusal = refuse('payout_not_found');
