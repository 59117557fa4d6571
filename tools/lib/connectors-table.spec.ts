import { connectorsTable } from './connectors-table';
it('x', () => require('fs').writeFileSync('/tmp/ct.md', connectorsTable()));
