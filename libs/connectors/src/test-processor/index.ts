import type { Connector } from '@payorch/connector-kit';
import { authShape, defineConnector } from '@payorch/connector-kit';
import { authorize } from './authorize';
import { testCapabilities } from './capabilities';
import { capture } from './capture';
import { extend } from './extend';
import { postCaptureVoid } from './post-capture-void';
import { refund } from './refund';
import { refundSync } from './refund-sync';
import { sync } from './sync';
import { voidPayment } from './void';
import { webhooks } from './webhook';

/** The built-in processor of tests and demonstrations, by any of its names. The accepted cards differ by name. */
export const testProcessor = (name: string): Connector =>
  defineConnector({
    name,
    amounts: 'minor_integer',
    credentials: authShape('HeaderKey'),
    baseUrl: 'http://127.0.0.1:8090/dummy-connector',
    capabilities: testCapabilities,
    guarantees: { lookupIsAuthoritative: true, webhookVerification: 'mandatory' },
    flows: { authorize, extend, capture, void: voidPayment, postCaptureVoid, sync, refund, refundSync },
    webhooks,
  });
