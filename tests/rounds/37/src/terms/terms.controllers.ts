import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { Response } from 'express';
import { AppRequest, Context, Ctx, NS } from '../common/context';
import { IdPipe, ItemId } from '../common/http';
import { CategoryDto, CreateCategoryDto, CreateTagDto, TagDto, TermQuery } from './term.dto';
import { CategoriesService, TagsService } from './terms.service';

@Controller(`${NS}/categories`)
export class CategoriesController {
  constructor(private readonly terms: CategoriesService) {}

  @Get() list(@Query() q: TermQuery, @Ctx() ctx: Context) { return this.terms.list(q, ctx); }
  @Post() async create(@Body() dto: CreateCategoryDto, @Ctx() ctx: Context, @Res({ passthrough: true }) res: Response) {
    const t = await this.terms.create(dto, ctx);
    res.setHeader('Location', t.rest_url);
    return t;
  }
  @Get(':id(\\d+)') get(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context) { return this.terms.get(id, ctx); }
  @Put(':id(\\d+)') put(@Param('id', IdPipe) id: ItemId, @Body() dto: CategoryDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Patch(':id(\\d+)') patch(@Param('id', IdPipe) id: ItemId, @Body() dto: CategoryDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Post(':id(\\d+)') @HttpCode(200) post(@Param('id', IdPipe) id: ItemId, @Body() dto: CategoryDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Delete(':id(\\d+)') remove(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.remove(id, ctx, req); }
}

@Controller(`${NS}/tags`)
export class TagsController {
  constructor(private readonly terms: TagsService) {}

  @Get() list(@Query() q: TermQuery, @Ctx() ctx: Context) { return this.terms.list(q, ctx); }
  @Post() async create(@Body() dto: CreateTagDto, @Ctx() ctx: Context, @Res({ passthrough: true }) res: Response) {
    const t = await this.terms.create(dto, ctx);
    res.setHeader('Location', t.rest_url);
    return t;
  }
  @Get(':id(\\d+)') get(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context) { return this.terms.get(id, ctx); }
  @Put(':id(\\d+)') put(@Param('id', IdPipe) id: ItemId, @Body() dto: TagDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Patch(':id(\\d+)') patch(@Param('id', IdPipe) id: ItemId, @Body() dto: TagDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Post(':id(\\d+)') @HttpCode(200) post(@Param('id', IdPipe) id: ItemId, @Body() dto: TagDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.update(id, dto, ctx, req); }
  @Delete(':id(\\d+)') remove(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.terms.remove(id, ctx, req); }
}
