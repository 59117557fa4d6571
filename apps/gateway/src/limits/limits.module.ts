import { Module } from '@nestjs/common';
import { CardTestingGuard } from './card-testing-guard';
import { Limits } from './limits';

@Module({ providers: [Limits, CardTestingGuard], exports: [Limits, CardTestingGuard] })
export class LimitsModule {}
