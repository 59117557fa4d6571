export { RoutingAlgorithmsModule } from './routing-algorithms.module';
