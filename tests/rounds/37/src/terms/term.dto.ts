import { IsOptional, IsString, Matches } from 'class-validator';
import { Ids, Int, PageQuery, Present, Text } from '../common/dto';

export class TagDto {
  @Present() @IsString() @Matches(/\S/) name?: string;
  @Text() description?: string | null;
  @Text() slug?: string | null;
}
export class CreateTagDto extends TagDto { static required = ['name'] }
export class CategoryDto extends TagDto { @Int() parent?: number | null }
export class CreateCategoryDto extends CategoryDto { static required = ['name'] }
export class TermQuery extends PageQuery {
  @Ids() exclude?: number[];
  @Ids() include?: number[];
  @Text() order?: string;
  @Text() orderby?: string;
  @IsOptional() hide_empty?: unknown;
  @Int() parent?: number;
  @Int(1) post?: number;
  @Int(1) event?: number;
  @Text() slug?: string;
}
