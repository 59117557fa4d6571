import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AuthModule } from '../auth';
import { ApiKeys } from './api-keys';
import { ApiKeysController } from './http/api-keys.controller';

@Module({ imports: [AuthModule, AccountsModule], controllers: [ApiKeysController], providers: [ApiKeys] })
export class ApiKeysModule {}
