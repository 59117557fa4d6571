import type { Outcome } from '@payorch/contracts';
import { eur } from './fixtures';

/** Outcomes of a processor. */
export const declined = (retry: 'never' | 'another_account' = 'never'): Outcome => ({
  kind: 'declined',
  reference: 'ref_1',
  error: { code: 'DC_08', message: 'Payment declined: Card declined', reason: null },
  retry,
});
export const unknown: Outcome = {
  kind: 'unknown',
  reference: null,
  error: { code: 'TIMEOUT', message: 'no answer in time', reason: null },
};

/** An outcome of every kind. */
export const outcomes: { readonly [K in Outcome['kind']]: Outcome } = {
  authorized: { kind: 'authorized', reference: 'ref_1', money: eur('10.50') },
  captured: { kind: 'captured', reference: 'ref_1', money: eur('10.50') },
  voided: { kind: 'voided', reference: 'ref_1' },
  extended: { kind: 'extended', reference: 'ref_1', captureBefore: null },
  order_created: { kind: 'order_created', reference: 'order_1', money: eur('10.50') },
  pre_authenticated: {
    kind: 'pre_authenticated',
    reference: 'server_1',
    versions: {
      version: '2.2.0',
      maximumVersion: '2.2.0',
      method: { url: 'https://acs.example/method', data: 'e30' },
      directoryServerId: null,
    },
  },
  authentication_challenged: {
    kind: 'authentication_challenged',
    reference: 'server_1',
    challenge: {
      acsUrl: 'https://acs.example/challenge',
      request: 'e30',
      acsReferenceNumber: 'acs_ref',
      acsTransactionId: 'acs_1',
      acsSignedContent: null,
    },
  },
  authenticated: {
    kind: 'authenticated',
    reference: 'server_1',
    proof: {
      transactionStatus: 'Y',
      cryptogram: 'AAIBBYNoEwAAAAAAg4dRdQAAAAA=',
      eci: '05',
      dsTransactionId: 'ds_1',
      version: '2.2.0',
    },
  },
  not_authenticated: {
    kind: 'not_authenticated',
    reference: 'server_1',
    transactionStatus: 'N',
    error: { code: 'N', message: 'Not authenticated', reason: null },
  },
  disputed: {
    kind: 'disputed',
    reference: 'dispute_1',
    dispute: {
      reference: 'dispute_1',
      stage: 'dispute',
      status: 'dispute_lost',
      money: eur('10.50'),
      refundable: false,
      connectorStatus: 'lost',
      reason: null,
      reasonCode: null,
      challengeBy: null,
      openedAt: null,
      updatedAt: null,
    },
  },
  revoked: { kind: 'revoked', reference: 'ref_1' },
  refunded: { kind: 'refunded', reference: 're_1', money: eur('10.50') },
  under_review: { kind: 'under_review', reference: 're_1' },
  prepared: { kind: 'prepared', reference: null },
  vendor_account_required: { kind: 'vendor_account_required', reference: 'ref_1' },
  ineligible: { kind: 'ineligible', error: { code: 'refused', message: 'Refused', reason: null } },
  payout_created: { kind: 'payout_created', reference: 'ref_1', money: eur('10.50') },
  initiated: { kind: 'initiated', reference: 'ref_1', money: eur('10.50') },
  paid: { kind: 'paid', reference: 'ref_1', money: eur('10.50') },
  reversed: { kind: 'reversed', reference: 'ref_1' },
  expired: { kind: 'expired', reference: 'ref_1' },
  challenged: { kind: 'challenged', reference: 'ref_1', challenge: { url: 'u', method: 'GET', fields: {} } },
  accepted: { kind: 'accepted', reference: 'ref_1' },
  declined: declined(),
  not_sent: {
    kind: 'not_sent',
    error: { code: 'CONNECTION_REFUSED', message: 'no connection', reason: null },
    retry: 'never',
  },
  mismatched: { kind: 'mismatched', reference: 'ref_1', money: eur('9.00') },
  unknown,
  absent: { kind: 'absent' },
};
