import { Controller, Get, Inject, Param } from '@nestjs/common';
import { refuse } from '@payorch/contracts';
import { referenceIdPattern, type MerchantId } from '@payorch/kernel';
import { ConnectorAccounts } from '../../accounts/connector-accounts';
import { AllowOnly } from '../../auth/http/auth.guard';
import { RefusalError } from '../../errors/errors';
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
    @Param('merchant_id') merchantId: string,
    @Param('merchant_connector_id') id: string,
  ): Promise<RefusedOfAccount> {
    if (!referenceIdPattern.test(merchantId)) throw new RefusalError(refuse('merchant_not_found'));
    const { merchantConnectorId } = await this.accounts.retrieve(merchantId as MerchantId, id);
    return this.refused.of(merchantConnectorId).catch(() => {
      throw new RefusalError(refuse('refused_webhooks_away'));
    });
  }
}
