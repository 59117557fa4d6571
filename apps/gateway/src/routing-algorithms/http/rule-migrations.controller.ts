import { Controller, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { RuleMigrationQuery } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { type RequestTrace, Trace } from '../../request';
import { RuleMigrations } from '../rule-migrations';

/** For the operator: whether this release reads the stored algorithms of a profile. */
@Controller('routing/rule/migrate')
@AllowOnly('admin')
export class RuleMigrationsController {
  constructor(@Inject(RuleMigrations) private readonly migrations: RuleMigrations) {}

  @Post()
  @HttpCode(200)
  migrate(@Query() query: RuleMigrationQuery, @Trace() trace: RequestTrace): Promise<object | Refusal> {
    return this.migrations.migrate(query, trace);
  }
}
