import { Controller, Delete, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { AllowOnly } from '../../auth';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { DataKeyChanges } from '../data-key-changes';

/** As many digits as the version of a seal may have. */
const versionPattern = /^(0|[1-9]\d{0,8})$/;

/** For the operator: the data keys with which a merchant's personal data is sealed. No route shows a key. */
@Controller('accounts')
@AllowOnly('admin')
export class DataKeysController {
  constructor(@Inject(DataKeyChanges) private readonly dataKeys: DataKeyChanges) {}

  @Post(':merchant_id/data_keys')
  @HttpCode(200)
  create(@Param('merchant_id') merchantId: MerchantId, @Trace() trace: RequestTrace): Promise<object> {
    const view = (version: number) => ({ merchant_id: merchantId, version });
    return changeAndView(trace, view, (change) => this.dataKeys.create(merchantId, change));
  }

  @Delete(':merchant_id/data_keys/:version')
  async delete(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('version') version: string,
    @Trace() trace: RequestTrace,
  ): Promise<object> {
    if (!versionPattern.test(version)) return refuse('data_key_not_found');
    const view = (deleted: number) => ({ merchant_id: merchantId, version: deleted, deleted: true });
    return changeAndView(trace, view, (change) => this.dataKeys.delete(merchantId, Number(version), change));
  }
}
