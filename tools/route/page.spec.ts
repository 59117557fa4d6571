import type { Algorithm } from '@payorch/routing-rules';
import type { SimulatedAccount } from './accounts-file';
import { whole } from './exact';
import { simulationPage } from './page';
import { Simulation } from './simulation';

const hostile = `<script>alert("1")</script>'&`;

function pageOf(accounts: readonly SimulatedAccount[] | null): string {
  const selection = (id: string) =>
    ({ type: 'priority', choices: [{ connector: hostile, merchantConnectorId: id }] }) as const;
  const statements = [{ condition: [], nested: null }];
  const algorithm: Algorithm = {
    type: 'advanced',
    program: { rules: [{ name: hostile, output: selection(hostile), statements }], otherwise: selection(hostile) },
  };
  const simulation = new Simulation(algorithm, { against: selection('mca_2'), accounts, show: 10 });
  const payment = { id: hostile, attemptId: 'a', amount: 1_000, currency: 'USD', facts: { values: {} } } as const;
  for (let at = 0; at < 3; at += 1) simulation.take(payment);
  return simulationPage({
    algorithmFile: hostile,
    againstFile: hostile,
    source: hostile,
    notes: [hostile],
    result: simulation.result(),
  });
}

const account = (merchantConnectorId: string): SimulatedAccount => ({
  connector: hostile,
  merchantConnectorId,
  approvalRate: whole(90n),
  percentFee: whole(2n),
  fixedFee: whole(30n),
});
const accounts = [account(hostile), account('mca_2')];

it('every value of a file, a rule and a payment is escaped', () => {
  const page = pageOf(accounts);
  expect(page).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;');
  expect(page).not.toContain('<script');
  expect(page.replace(/&#\d+;/g, '')).not.toContain('alert("1")');
});

it('the page loads nothing from outside, and may not', () => {
  const page = pageOf(accounts);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page).not.toMatch(/https?:|src=|href=|url\(|@import/);
});

it('a bar is as long as the share of its account', () => {
  // Three of three payments under the algorithm, none under the other one, on a scale of 450 for 100 %.
  expect(pageOf(null).match(/<rect [^>]+>/g)).toEqual([
    expect.stringMatching(/class="s0" .* width="450.00"/),
    expect.stringMatching(/class="s1" .* width="0.00"/),
    expect.stringMatching(/class="s0" .* width="0.00"/),
    expect.stringMatching(/class="s1" .* width="450.00"/),
  ]);
});

it('expected approval and cost are there where they are known', () => {
  const page = pageOf(accounts);
  expect(page).toContain('90.00 %');
  // 0.9 * (30.00 * 0.02 + 3 * 0.30)
  expect(page).toContain('1.35 USD');
  expect(pageOf(null)).not.toContain('Expected');
});
