import { Transform } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, IsUrl, Matches, ValidateIf } from 'class-validator';
import { bug } from '../common/switches';
import { Bool, Ids, Int, PageQuery, Present, Status, Text } from '../common/dto';

const formBool = () => Transform(({ value }) => (bug('form-boolean-true') && typeof value === 'string' ? Boolean(value) : value));

export class EventDto {
  @Present() @IsString() @Matches(/\S/) title?: string;
  @Present() @IsString() @IsNotEmpty() start_date?: string;
  @Present() @IsString() @IsNotEmpty() end_date?: string;
  @Int() author?: number | null;
  @Text() date?: string | null;
  @Text() date_utc?: string | null;
  @Text() description?: string | null;
  @Text() slug?: string | null;
  @Text() excerpt?: string | null;
  @Status() status?: string | null;
  @Text() timezone?: string | null;
  @formBool() @Bool() all_day?: boolean | null;
  @Transform(({ value }) => (typeof value === 'number' ? String(value) : value)) @Text() image?: string | null;
  @IsOptional() @ValidateIf((_, v) => typeof v === 'object') @IsString() cost?: string | number | boolean | null;
  @IsOptional() @ValidateIf((_, v) => v !== '') @IsUrl({ require_protocol: true, require_tld: false, protocols: ['http', 'https'] }) website?: string | null;
  @formBool() @Bool() show_map?: boolean | null;
  @formBool() @Bool() show_map_link?: boolean | null;
  @formBool() @Bool() hide_from_listings?: boolean | null;
  @formBool() @Bool() sticky?: boolean | null;
  @formBool() @Bool() featured?: boolean | null;
  @Ids() categories?: number[] | null;
  @Ids() tags?: number[] | null;
  @Ids() venue?: number[] | null;
  @Ids() organizer?: number[] | null;
  @Text() password?: string | null;
}
export class CreateEventDto extends EventDto { static required = ['title', 'start_date', 'end_date'] }

export class EventQuery extends PageQuery {
  @Text() start_date?: string;
  @Text() end_date?: string;
  @Text() starts_before?: string;
  @Text() starts_after?: string;
  @Text() ends_before?: string;
  @Text() ends_after?: string;
  @IsOptional() strict_dates?: unknown;
  @IsOptional() categories?: unknown;
  @IsOptional() tags?: unknown;
  @Ids() venue?: number[];
  @Ids() organizer?: number[];
  @Bool() featured?: boolean;
  @Text() status?: string;
  @Bool() geoloc?: boolean;
  @IsOptional() @Matches(/^[+-]?\d+(\.\d+)?$/) geoloc_lat?: string;
  @IsOptional() @Matches(/^[+-]?\d+(\.\d+)?$/) geoloc_lng?: string;
  @Ids() include?: number[];
  @Int() post_parent?: number;
  @Bool() ticketed?: boolean;
}
