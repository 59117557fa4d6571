/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Flag, Instant, List, OneOf, Text, Whole } from '../decorators';
import { EventClass, EventType } from './enums';

export class EventListConstraints {
  @IsOptional() @Instant()
  created_after?: string | null;
  @IsOptional() @Instant()
  created_before?: string | null;
  @IsOptional() @Whole('u32')
  limit?: number | null;
  @IsOptional() @Whole('u32')
  offset?: number | null;
  @IsOptional() @Text()
  object_id?: string | null;
  @IsOptional() @Text()
  event_id?: string | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @List() @OneOf(EventClass, { each: true })
  event_classes?: EventClass[] | null;
  @IsOptional() @List() @OneOf(EventType, { each: true })
  event_types?: EventType[] | null;
  @IsOptional() @Flag()
  is_delivered?: boolean | null;
}
