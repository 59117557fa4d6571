import { Test } from '@nestjs/testing';
import { provide, provideFrom, provideOptions } from './provide';

class Pen {
  readonly color = 'blue';
}
class Paper {
  readonly size = 'A4';
}
abstract class LetterOptions {
  abstract readonly pen: Pick<Pen, 'color'>;
  abstract readonly paper: Paper;
  abstract readonly pages: number;
}
class Letter {
  constructor(readonly options: LetterOptions) {}
}

const tokens = { pen: Pen, paper: Paper };
const moduleWith = (...providers: Parameters<typeof Test.createTestingModule>[0]['providers'] & object) =>
  Test.createTestingModule({ providers: [Pen, Paper, ...providers] }).compile();

describe('providers', () => {
  it('a class receives the injected parts by name, and the rest', async () => {
    const module = await moduleWith(provideFrom(Letter, tokens, { pages: 2 }));
    const { options } = module.get(Letter);
    expect(options).toEqual({ pen: module.get(Pen), paper: module.get(Paper), pages: 2 });
    expect(options.pen).toBe(module.get(Pen));
  });

  it('options are an object of the injected parts and the rest', async () => {
    const module = await moduleWith(
      provideOptions(LetterOptions, tokens, { pages: 1 }),
      provide(Letter, [LetterOptions], (options: LetterOptions) => new Letter(options)),
    );
    expect(module.get(Letter).options).toEqual({ pen: { color: 'blue' }, paper: { size: 'A4' }, pages: 1 });
  });

  it('the compiler refuses a missing part, and a part of another type', () => {
    // @ts-expect-error nothing provides the pages
    provideFrom(Letter, tokens, {});
    // @ts-expect-error paper is no pen
    provideFrom(Letter, { pen: Paper, paper: Paper }, { pages: 1 });
    expect(provideFrom(Letter, tokens, { pages: 1 }).inject).toEqual([Pen, Paper]);
  });
});
