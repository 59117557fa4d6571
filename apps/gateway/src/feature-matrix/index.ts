export { FeatureMatrixModule } from './feature-matrix.module';
