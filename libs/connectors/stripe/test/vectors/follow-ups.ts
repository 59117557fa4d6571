import { sampleOperation } from '@payorch/connector-kit/conformance';
import type { OperationId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import type { VectorCases } from './vector-case';

const reference = 'probe_connector_txn_001';
const id = 'op_probe' as OperationId;

/** The operations after an authorization. */
export const followUps: VectorCases = {
  'capture default': {
    flow: 'capture',
    operation: { id, reference, money: money(1000n, 'USD'), authorized: money(1000n, 'USD') },
    differs: ['captureMarker'],
  },
  'get default': {
    flow: 'sync',
    operation: { id, reference, flow: 'authorize', money: money(1000n, 'USD') },
    differs: [],
  },
  'incremental_authorization default': {
    flow: 'increment',
    operation: {
      id,
      reference,
      money: money(1100n, 'USD'),
      authorized: money(1000n, 'USD'),
      reason: 'incremental_auth_probe',
    },
    differs: ['incrementMarker', 'incrementReason'],
  },
  'refund default': {
    flow: 'refund',
    operation: {
      ...sampleOperation('refund', {}),
      id,
      refundId: 'probe_refund_001',
      reference,
      money: money(1000n, 'USD'),
      charged: money(1000n, 'USD'),
      reason: 'customer_request',
    },
    differs: ['found', 'ownReason', 'noMarker'],
  },
  'refund_get default': {
    flow: 'refundSync',
    operation: {
      id,
      refundId: 'probe_refund_001',
      reference: 'probe_refund_id_001',
      paymentReference: reference,
      money: money(1000n, 'USD'),
    },
    differs: [],
  },
  'void default': { flow: 'void', operation: { id, reference, reason: null }, differs: [] },
};
