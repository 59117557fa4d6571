import type { Connector } from '@payorch/connector-kit';
import { authShape, defineConnector } from '@payorch/connector-kit';
import type { ConnectorName } from '../catalogue';
import { catalogue } from '../catalogue';
import { authorize } from './flows/authorize';
import { capture } from './flows/capture';
import { extend } from './flows/extend';
import { postCaptureVoid } from './flows/post-capture-void';
import { refund } from './flows/refund';
import { refundSync } from './flows/refund-sync';
import { sync } from './flows/sync';
import { voidPayment } from './flows/void';
import { webhooks } from './webhooks';

/** The built-in processor of tests and demonstrations, by any of its names. The accepted cards differ by name. */
export const testProcessor = (name: ConnectorName): Connector =>
  defineConnector({
    name,
    amounts: 'minor_integer',
    credentials: authShape('HeaderKey'),
    baseUrl: 'http://127.0.0.1:8090/dummy-connector',
    capabilities: catalogue[name].capabilities,
    guarantees: { lookupIsAuthoritative: true, webhookVerification: 'mandatory' },
    flows: { authorize, extend, capture, void: voidPayment, postCaptureVoid, sync, refund, refundSync },
    webhooks,
  });
