import { withoutClosingSlash } from './closing-slash';

it.each([
  ['/configs/', '/configs'],
  ['/configs/?a=b', '/configs?a=b'],
  ['/configs/key', '/configs/key'],
  ['/configs', '/configs'],
  ['/payments/', '/payments/'],
])('%s is routed as %s', (url, routed) => expect(withoutClosingSlash({ url })).toBe(routed));
