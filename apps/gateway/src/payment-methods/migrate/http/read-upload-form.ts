import { type Refusal, refuse } from '@payorch/contracts';
import type { FastifyRequest } from 'fastify';
import { type CheckHeader, readForm, readRows, type RowLimits, UploadFault } from '../../../uploads';
import type { UploadForm } from '../payment-method-uploads';

const names = ['merchant_id', 'merchant_connector_id'];
const missing = (field: string): Refusal => refuse('missing_param', { field });

/** The form of an upload with all its rows: a file with a fault has no effect. */
export async function readUploadForm(
  request: FastifyRequest,
  check: CheckHeader,
  limits: RowLimits,
): Promise<UploadForm | Refusal> {
  try {
    const form = await readForm(request, names, (file) => readRows(file, check, limits));
    if (!form?.file) return missing('file');
    const merchantId = form.fields.get('merchant_id');
    if (!merchantId) return missing('merchant_id');
    return { merchantId, merchantConnectorId: form.fields.get('merchant_connector_id') || undefined, rows: form.file };
  } catch (error) {
    if (error instanceof UploadFault) return refuse('invalid_request', { message: error.message });
    throw error;
  }
}
