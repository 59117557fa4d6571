export { addReferenceRoutes } from './reference-routes';
