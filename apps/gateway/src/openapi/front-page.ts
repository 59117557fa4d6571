const links: readonly (readonly [string, string])[] = [
  ['docs', 'API reference'],
  ['docs/errors', 'what each error means'],
  ['openapi.json', 'the same as a document (OpenAPI)'],
  ['topics', 'events on public topics'],
  ['feature_matrix', 'what each connector can do'],
  ['health', 'whether this process runs'],
  ['health/ready', 'whether it can work: Postgres, Kafka, Redis'],
];

/** The page at `/` for a browser: links to the documentation, and no data. */
export const frontPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>payorch</title>
    <link rel="icon" type="image/png" href="docs/favicon.png">
  </head>
  <body>
    <h1>payorch</h1>
    <p>A payment switch. Merchants call its REST API with an API key.</p>
    <ul>
${links.map(([path, what]) => `      <li><a href="${path}">/${path}</a>: ${what}</li>`).join('\n')}
    </ul>
  </body>
</html>
`;
