import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { readControl } from '../../kit/control/control-bodies';
import { accountDigest } from '../../kit/ledger/account-digest';
import { TransferService } from './transfer.service';

const receiverBody = z.object({
  api_key: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().regex(/^[0-9A-Fa-f]{64}$/),
});

/** What the Customer Area does at Adyen: webhooks and their keys. */
@Controller('control/adyenplatform')
export class AdyenControlController {
  constructor(private readonly service: TransferService) {}

  /** Sends the webhooks of this API key's transfers there, signed with the secret (hex). Replaces an earlier address. */
  @Post('webhooks')
  @HttpCode(200)
  async register(@Body() body: unknown) {
    const { api_key: key, url, secret } = readControl(receiverBody, body);
    await this.service.register(accountDigest(key), url, secret);
    return { url };
  }
}
