export { apiDocument } from './document';
export { addReferenceRoutes, collectRoutes } from './reference-routes';
export { documentedRoutes, operationKey } from './served-document';
