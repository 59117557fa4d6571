import { Module } from '@nestjs/common';
import { OwnersModule } from '../owners';
import { DisputeChecks } from './dispute-checks';

/** What every route that takes evidence asks of its dispute. */
@Module({ imports: [OwnersModule], providers: [DisputeChecks], exports: [DisputeChecks] })
export class DisputeChecksModule {}
