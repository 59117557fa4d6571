import 'reflect-metadata';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { fieldRules, shapeOf, type FieldRules } from '@payorch/rest';
import { controllers } from '../test/controllers';

type Dto = new () => object;

const isDto = (type: unknown): type is Dto => {
  try {
    return typeof type === 'function' && shapeOf(type as Dto).fields.length > 0;
  } catch {
    return false;
  }
};

/** The request classes of every route. */
function requestClasses(): Dto[] {
  const types = controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype)
      .filter((name) => Reflect.hasMetadata(METHOD_METADATA, (prototype as Record<string, object>)[name] ?? {}))
      .flatMap((name) => (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as unknown[]),
  );
  return [...new Set(types.filter(isDto))];
}

const names = (text = ''): string[] => text.split(' ').filter((name) => name !== '');
const propertiesOf = ({ acts, shown, ignored = {}, refused = {} }: FieldRules): string[] => [
  ...names(acts),
  ...names(shown),
  ...Object.keys(ignored),
  ...Object.keys(refused),
];

describe('the table of what becomes of a property', () => {
  it('the table lists every served request class and no other', () =>
    expect(Object.keys(fieldRules).sort()).toEqual(
      requestClasses()
        .map(({ name }) => name)
        .sort(),
    ));

  it.each(requestClasses().map((dto) => [dto.name, dto] as const))(
    'the table lists every property of %s once',
    (name, dto) => expect(propertiesOf(fieldRules[name]!).sort()).toEqual([...shapeOf(dto).fields].sort()),
  );
});
