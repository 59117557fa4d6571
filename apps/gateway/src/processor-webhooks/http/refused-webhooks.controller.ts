import { Controller, Get, Inject, Param } from '@nestjs/common';
import { isRefusal, type Refusal, refuse } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { ConnectorAccounts } from '../../accounts';
import { AllowOnly } from '../../auth';
import { RefusedWebhooks, type RefusedOfAccount } from '../refused-webhooks';

/** For the operator: the refused webhooks of a connector account. */
@Controller('webhooks')
@AllowOnly('admin')
export class RefusedWebhooksController {
  constructor(
    @Inject(RefusedWebhooks) private readonly refused: RefusedWebhooks,
    @Inject(ConnectorAccounts) private readonly accounts: ConnectorAccounts,
  ) {}

  @Get(':merchant_id/:merchant_connector_id/refused')
  async list(
    @Param('merchant_id') merchantId: MerchantId,
    @Param('merchant_connector_id') id: string,
  ): Promise<RefusedOfAccount | Refusal> {
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account;
    return this.refused.of(account).catch(() => refuse('refused_webhooks_away'));
  }
}
