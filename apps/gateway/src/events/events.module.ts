import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { LimitsModule } from '../limits';
import { OwnersModule } from '../owners';
import { Events } from './events';
import { EventsController } from './http/events.controller';

@Module({
  imports: [AuthModule, LimitsModule, OwnersModule],
  controllers: [EventsController],
  providers: [Events],
})
export class EventsModule {}
