export { apiDocument } from './document';
export { addReferenceRoutes } from './reference-routes';
export { documentedRoutes } from './served-document';
