import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { PageDomainsModule } from '../page-domains';
import { CollectLinks } from './collect-links';
import { CollectPages } from './collect-pages';
import { CollectLinksController } from './http/collect-links.controller';
import { CollectPagesController } from './http/collect-pages.controller';

@Module({
  imports: [AuthModule, AccountsModule, OwnersModule, PageDomainsModule],
  controllers: [CollectLinksController, CollectPagesController],
  providers: [CollectLinks, CollectPages],
})
export class CollectLinksModule {}
