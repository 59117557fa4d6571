export { readForms } from './http/read-forms';
export { RedirectsModule } from './redirects.module';
