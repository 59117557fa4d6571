import { childOf, newTraceparent, validTraceparent } from './trace-context';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

describe('trace context', () => {
  it('new trace contexts are valid and differ', () => {
    const traces = new Set(Array.from({ length: 1_000 }, newTraceparent));
    expect(traces.size).toBe(1_000);
    for (const trace of traces) expect(validTraceparent(trace)).toBe(trace);
  });

  it('a child continues a trace under a span of its own', () => {
    const child = childOf(parent);
    expect(child).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/);
    expect(child).not.toBe(parent);
    expect(validTraceparent(child)).toBe(child);
  });

  it.each([
    undefined,
    '',
    'rubbish',
    `${parent}-01`,
    parent.toUpperCase(),
    parent.replace('00-', 'ff-'),
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
  ])('a new trace begins if the header is %j', (header) => {
    expect(validTraceparent(header)).toBeNull();
    expect(childOf(header)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(childOf(header)).not.toContain('0af7651916cd43dd8448eb211c80319c');
  });
});
