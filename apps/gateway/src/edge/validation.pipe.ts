import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { shapeOf } from '@payorch/rest';
import { validBody } from './body';
import { JsonDocument } from './json';
import { validQuery } from './query';

type Dto = new () => object;

/** A class that carries checks: what a controller declares as the type of its `@Body()` or `@Query()`. */
export const isDto = (type: unknown): type is Dto =>
  typeof type === 'function' && shapeOf(type as Dto).fields.length > 0;

/**
 * Turns a body or a query string into an instance of the class that the controller names for it, or refuses it in the
 * wire's words. What a guard has already turned passes through.
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
