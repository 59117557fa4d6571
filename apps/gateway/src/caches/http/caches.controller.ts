import { Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { AllowOnly } from '../../auth';
import { Caches } from '../caches';

@Controller('cache')
@AllowOnly('admin')
export class CachesController {
  constructor(@Inject(Caches) private readonly caches: Caches) {}

  /** The response is empty. */
  @Post('invalidate/:key')
  @HttpCode(200)
  invalidate(@Param('key') key: string): void {
    this.caches.invalidate(key);
  }
}
