import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, Matches, ValidateIf } from 'class-validator';
import { bug } from '../common/switches';
import { Int, Present, Status, StatusQuery, Text } from '../common/dto';

const asText = () => Transform(({ value }) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value));

export class PlaceDto {
  @Int() author?: number | null;
  @Text() date?: string | null;
  @Text() date_utc?: string | null;
  @Text() description?: string | null;
  @Status() status?: string | null;
  @Text() website?: string | null;
  @asText() @Text() image?: string | null;
  @asText() @Text() phone?: string | null;
}
export class VenueDto extends PlaceDto {
  @Present() @IsString() @Matches(/\S/) venue?: string;
  @asText() @Text() show_map?: string | null;
  @asText() @Text() show_map_link?: string | null;
  @Text() address?: string | null;
  @Text() city?: string | null;
  @Text() country?: string | null;
  @Text() province?: string | null;
  @Text() state?: string | null;
  @Transform(({ value }) => (bug('zip-leading-zero') && /^\d+$/.test(value) ? String(Number(value)) : value)) @asText() @Text() zip?: string | null;
  @Text() stateprovince?: string | null;
}
export class CreateVenueDto extends VenueDto { static required = ['venue'] }
export class OrganizerDto extends PlaceDto {
  @Present() @IsString() @Matches(/\S/) organizer?: string;
  @IsOptional() @ValidateIf((_, v) => v !== '') @IsEmail() email?: string | null;
}
export class CreateOrganizerDto extends OrganizerDto { static required = ['organizer'] }
export class UpdateOrganizerDto extends OrganizerDto { static required = bug('organizer-update-requires-name') ? ['organizer'] : [] }
export class PlaceQuery extends StatusQuery {
  @Int(1) event?: number;
  @IsOptional() has_events?: unknown;
  @IsOptional() only_with_upcoming?: unknown;
}
