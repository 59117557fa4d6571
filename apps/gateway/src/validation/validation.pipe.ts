import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { shapeOf } from '@payorch/rest';
import { validBody } from './body';
import { JsonDocument } from './json';
import { validQuery } from './query';

type Dto = new () => object;

/** A class with validation rules: the declared type of a `@Body()` or `@Query()`. */
export const isDto = (type: unknown): type is Dto =>
  typeof type === 'function' && shapeOf(type as Dto).fields.length > 0;

/**
 * Converts a body or a query string to an instance of the class that the controller declares, or refuses it with the
 * interface's error text. Values that a guard has converted pass unchanged.
 */
@Injectable()
export class WireValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!isDto(metatype)) return value instanceof JsonDocument ? value.value : value;
    if (value instanceof metatype) return value;
    if (type === 'body') return validBody(value, metatype);
    return type === 'query' ? validQuery(value, metatype) : value;
  }
}
