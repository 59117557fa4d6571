export { apiDocument } from './document';
export { escaped, html } from './errors-page';
export { pageHeaders } from './reference-page';
export { addReferenceRoutes, collectRoutes } from './reference-routes';
export { documentedRoutes, operationKey } from './served-document';
