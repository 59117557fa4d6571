export { addTopicsRoutes } from './topics-routes';
