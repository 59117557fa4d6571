import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { ConfigsModule } from '../configs';
import { DisputeChecksModule } from '../dispute-checks';
import { FilesModule } from '../files';
import { LimitsModule } from '../limits';
import { OwnerLists } from '../lists';
import { OwnersModule } from '../owners';
import { DisputeEvidence } from './dispute-evidence';
import { DisputeFetches } from './dispute-fetches';
import { DisputeLists } from './dispute-lists';
import { Disputes } from './disputes';
import { DisputeEvidenceController } from './http/dispute-evidence.controller';
import { DisputeListsController } from './http/dispute-lists.controller';
import { DisputesController } from './http/disputes.controller';

@Module({
  imports: [AuthModule, AccountsModule, ConfigsModule, DisputeChecksModule, FilesModule, LimitsModule, OwnersModule],
  controllers: [DisputeListsController, DisputeEvidenceController, DisputesController],
  providers: [OwnerLists, Disputes, DisputeLists, DisputeFetches, DisputeEvidence],
})
export class DisputesModule {}
