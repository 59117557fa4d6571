export { FeatureMatrixModule } from './feature-matrix.module';
export { methodTypeNames } from './method-type-names';
