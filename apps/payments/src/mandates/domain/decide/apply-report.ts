import type { DataOf, mandateApplyReport } from '@payorch/contracts';
import { moveState, nextState } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import type { DecideContext, Decision, Effect } from '../decision';
import type { Mandate } from '../mandate';
import { mandateStatusMachine } from '../mandate-status.machine';
import type { Revocation } from '../revocation';
import { revocationMachine } from '../revocation.machine';

type Report = DataOf<typeof mandateApplyReport>;

const isAbout = ({ account, reference }: Mandate, { account: reporting, mandateReference }: Report): boolean =>
  account.merchantConnectorId === reporting.merchantConnectorId && reference.mandateReference === mandateReference;

/** Applies what the processor reported of the saved payment method that the mandate charges. */
export function applyReport(mandate: Mandate | undefined, report: Report, _: DecideContext): Decision {
  if (!mandate || !isAbout(mandate, report)) return unchanged();
  const status = nextState(mandateStatusMachine, mandate.status, report.status);
  if (status === undefined || status === mandate.status) return unchanged();
  if (status !== 'revoked') return decided({ ...mandate, status });
  const { revocation } = mandate;
  const forgets: Effect = { kind: 'forget_reference' };
  return revocation?.state === 'pending'
    ? decided({ ...mandate, status, revocation: ended(revocation) }, [
        { kind: 'cancel_sync' },
        forgets,
        { kind: 'reply', pendingReplies: revocation.pendingReplies },
      ])
    : decided({ ...mandate, status }, [forgets]);
}

/** The revocation under way has succeeded, whatever its call answers later. */
const ended = (revocation: Revocation): Revocation => ({
  ...revocation,
  state: moveState(revocationMachine, revocation.state, 'revoked'),
  error: null,
  pendingReplies: [],
});
