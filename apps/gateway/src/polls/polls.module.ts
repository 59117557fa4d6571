import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OwnersModule } from '../owners';
import { PollsController } from './http/polls.controller';
import { Polls } from './polls';

@Module({ imports: [AuthModule, OwnersModule], controllers: [PollsController], providers: [Polls] })
export class PollsModule {}
