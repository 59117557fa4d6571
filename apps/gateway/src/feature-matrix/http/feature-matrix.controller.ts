import { Controller, Get, Inject, Query } from '@nestjs/common';
import { catalogue } from '@payorch/connectors/catalogue';
import { FeatureMatrixQuery } from '@payorch/rest';
import { featureMatrix, type FeatureMatrix } from '../feature-matrix';

/** Whether test processors are enabled. */
export const testConnectorsToken = Symbol('test connectors');

/** Public: the list contains nothing about merchants. */
@Controller('feature_matrix')
export class FeatureMatrixController {
  constructor(@Inject(testConnectorsToken) private readonly testConnectors: boolean) {}

  @Get()
  list(@Query() { connectors }: FeatureMatrixQuery): FeatureMatrix {
    return featureMatrix(catalogue, { only: connectors, testConnectors: this.testConnectors });
  }
}
