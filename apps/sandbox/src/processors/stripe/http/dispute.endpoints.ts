import { closeDispute, updateDispute, uploadFile } from '../decide/disputes';
import * as params from '../params/dispute-params';
import * as others from '../params/other-params';
import type { StripeEndpoint } from './endpoint';
import { rowsOf } from './endpoint';

const disputes = rowsOf('dispute', 'disputes');
const files = rowsOf('file', 'files');

/** Endpoints of disputes and of the files of their evidence. */
export const disputeEndpoints: readonly StripeEndpoint[] = [
  disputes.list('dispute_lookup', others.lists.dispute, ({ deleted }) => !deleted),
  disputes.retrieve('dispute_lookup', others.nothing),
  disputes.change('', 'dispute_evidence', params.updateDispute, updateDispute, ({ payment_intent }) => ({
    paymentId: payment_intent,
  })),
  disputes.change(
    'close',
    'dispute_accept',
    others.nothing,
    (dispute, _, context) => closeDispute(dispute, context),
    ({ payment_intent }) => ({ paymentId: payment_intent }),
  ),
  files.create('file_upload', params.uploadFile, uploadFile),
  files.list('lookup', others.lists.file),
  files.retrieve('lookup', others.nothing),
];
