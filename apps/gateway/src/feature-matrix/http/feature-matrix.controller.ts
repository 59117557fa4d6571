import { Controller, Get, Inject, Query } from '@nestjs/common';
import { catalogue } from '@payorch/connectors/catalogue';
import { FeatureMatrixQuery } from '@payorch/rest';
import type { GatewayConfig } from '../../config';
import { configToken } from '../../tokens';
import { featureMatrix, type FeatureMatrix } from '../feature-matrix';

/** Public: the list contains nothing about merchants. */
@Controller('feature_matrix')
export class FeatureMatrixController {
  constructor(@Inject(configToken) private readonly config: Pick<GatewayConfig, 'testConnectors'>) {}

  @Get()
  list(@Query() { connectors }: FeatureMatrixQuery): FeatureMatrix {
    return featureMatrix(catalogue, { only: connectors, testConnectors: this.config.testConnectors });
  }
}
