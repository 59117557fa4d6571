import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { PollsController } from './http/polls.controller';

@Module({ imports: [AuthModule], controllers: [PollsController] })
export class PollsModule {}
