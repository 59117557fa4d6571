export { apiDocument } from './document';
export { html } from './errors-page';
export { escaped, page } from './page-layout';
export { pageHeaders } from './reference-page';
export { addReferenceRoutes, collectRoutes } from './reference-routes';
export { documentedRoutes, operationKey } from './served-document';
