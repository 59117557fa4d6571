import { Module } from '@nestjs/common';
import { FeatureMatrixController } from './http/feature-matrix.controller';

@Module({ controllers: [FeatureMatrixController] })
export class FeatureMatrixModule {}
