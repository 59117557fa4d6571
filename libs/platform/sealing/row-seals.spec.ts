const place = { merchantId: 'acme_1', objectId: 'pay_1' };
const none = 'this process has no seals for its rows';

it('a process reads and writes personal data only after it got its seals', () =>
  // Other specs of this worker may have given the modules their seals.
  jest.isolateModulesAsync(async () => {
    const { rowSeals, SealedColumn, SealedText } = await import('./sealed-column');
    const { testSeals } = await import('@payorch/harness');
    const column = new SealedColumn('intents.body', ['name']);
    const text = new SealedText('payment_methods.client_secret');
    expect(() => column.write({ name: 'Ada' }, place)).toThrow(none);
    expect(() => column.read({ sealed: 'd1.1.AAAA' }, place)).toThrow(none);
    expect(() => text.write('Ada', place)).toThrow(none);
    expect(() => rowSeals.current).toThrow(none);
    testSeals();
    expect(column.read(column.write({ name: 'Ada' }, place), place)).toEqual({ name: 'Ada' });
  }));
