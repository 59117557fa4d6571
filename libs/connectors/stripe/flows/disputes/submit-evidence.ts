import { evidenceTypes, type EvidenceType } from '@payorch/contracts';
import type { Account, Flow, Preliminary } from '@payorch/connector-kit';
import { postFile, postForm, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { evidenceOf, fieldsOfFiles, uploadName } from '../../requests/evidence';
import { headersOnce } from '../../requests/headers';
import { readCall, readPreliminary } from '../../responses/answers';
import { disputeOf } from '../../responses/dispute-status';
import { dispute } from '../../responses/dispute-wire';
import { made } from '../../responses/wire';

/** Stripe takes files at a host of its own; every other address takes them beside its other calls. */
function filesUrl({ baseUrl }: Pick<Account<Credentials>, 'baseUrl'>): string {
  const url = new URL(baseUrl);
  if (url.hostname === 'api.stripe.com') url.hostname = 'files.stripe.com';
  return urlOf(url.href, 'v1', 'files');
}

/** A file is uploaded before the evidence that names it (docs.stripe.com/file-upload). */
const upload = (type: EvidenceType): Preliminary<'submitEvidence', Credentials> => ({
  name: uploadName(type),
  isNeeded: (operation) => [...fieldsOfFiles(operation).values()].includes(type),
  buildRequest({ id, files }, account) {
    const file = files.find(({ evidenceType }) => evidenceType === type)!;
    const { name: fileName, contentType, bytes } = file;
    const part = { field: 'file', fileName, contentType, bytes };
    const headers = headersOnce(account, `${id}:${uploadName(type)}`);
    return postFile(filesUrl(account), { purpose: 'dispute_evidence' }, part, headers);
  },
  parseResponse: (_, reply) => readPreliminary(reply, made, ({ id }) => id),
});

/** Submits all evidence at once; Stripe takes it for a dispute one time only (docs.stripe.com/api/disputes/update). */
export const submitEvidence: Flow<'submitEvidence', Credentials> = {
  before: evidenceTypes.map(upload),
  buildRequest: (operation, account, found) =>
    postForm(
      urlOf(account.baseUrl, 'v1', 'disputes', operation.reference),
      { evidence: evidenceOf(operation, found), submit: true },
      headersOnce(account, operation.id),
    ),
  parseResponse: (_, reply) => readCall(reply, dispute, disputeOf),
};
