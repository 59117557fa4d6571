import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { CardsModule } from '../cards';
import { Caches } from './caches';
import { CachesController } from './http/caches.controller';

@Module({ imports: [AuthModule, CardsModule], controllers: [CachesController], providers: [Caches] })
export class CachesModule {}
