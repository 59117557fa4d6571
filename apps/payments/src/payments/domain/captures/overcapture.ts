import type { Outcome, ProfileSettings } from '@payorch/contracts';
import type { Money } from '@payorch/kernel';
import { isMore } from '@payorch/kernel';
import type { Attempt, Overcapture } from '../attempts/attempt';
import type { Payment } from '../payment';

/**
 * Whether a capture above the authorized amount is requested: by the payment, else by its profile. Only a payment with one manual
 * capture can have one.
 */
const requestsOvercapture = (
  { captureMethod, terms }: Pick<Payment, 'captureMethod' | 'terms'>,
  { alwaysEnableOvercapture = false }: Pick<ProfileSettings, 'alwaysEnableOvercapture'>,
): boolean => captureMethod === 'manual' && (terms.requestsOvercapture ?? alwaysEnableOvercapture);

/** The request for an overcapture of an attempt that begins now. */
export const newOvercapture = (
  payment: Pick<Payment, 'captureMethod' | 'terms'>,
  profile: Pick<ProfileSettings, 'alwaysEnableOvercapture'>,
): Pick<Attempt, 'overcapture'> =>
  requestsOvercapture(payment, profile) ? { overcapture: { isEnabled: null, maximum: null } } : {};

/** The most that may be captured: the authorized amount, or more where the processor has applied an overcapture. */
export function captureLimit({
  facts: { authorized },
  overcapture,
}: Pick<Attempt, 'overcapture'> & { readonly facts: { readonly authorized: Money } }): Money {
  const maximum = overcapture?.maximum;
  return maximum && isMore(maximum, authorized) ? maximum : authorized;
}

/** The overcapture after an authorization's outcome; a processor that was not asked for one grants none. */
export function overcaptureAfter(
  { overcapture }: Pick<Attempt, 'overcapture'>,
  outcome: Extract<Outcome, { kind: 'authorized' }>,
): Overcapture | undefined {
  const { capturable, money: authorized } = outcome;
  if (!overcapture || !capturable || capturable.currency !== authorized.currency) return overcapture;
  const isEnabled = isMore(capturable, authorized);
  if (overcapture.isEnabled === isEnabled && overcapture.maximum?.amount === capturable.amount) return overcapture;
  return { isEnabled, maximum: capturable };
}
