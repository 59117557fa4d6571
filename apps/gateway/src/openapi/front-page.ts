import { guideCards } from './guide-pages';
import { page } from './page-layout';

const links: readonly (readonly [string, string])[] = [
  ['docs', 'API reference'],
  ['docs/guides', 'Guides'],
  ['docs/errors', 'what each error means'],
  ['openapi.json', 'the reference as a document (OpenAPI)'],
  ['topics', 'events on public topics'],
  ['feature_matrix', 'what each connector can do'],
  ['health', 'whether this process runs'],
  ['health/ready', 'whether it can work: Postgres, Kafka, Redis'],
];

const list = links.map(([path, what]) => `<li><a href="${path}">/${path}</a>: ${what}</li>`).join('\n');

/** The page at `/` for a browser: links to the documentation, and no data. */
export const frontPage = page({
  title: 'payorch',
  base: '',
  navigation: {
    title: 'Addresses',
    html: `<h2>Addresses</h2><ul>${links.map(([path]) => `<li><a href="${path}">/${path}</a></li>`).join('')}</ul>`,
  },
  main: `<h1>payorch</h1>
<p>A payment switch. Merchants call its REST API with an API key.</p>
<ul>
${list}
</ul>
${guideCards('')}`,
});
