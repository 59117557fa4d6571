export { RoutingEvaluationsModule } from './routing-evaluations.module';
