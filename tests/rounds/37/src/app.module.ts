import { MiddlewareConsumer, Module, NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LanguageHolder } from './common/context';
import { AuthGuard, LanguageGuard } from './common/guards';
import { CacheInterceptor, ErrorFilter, ListInterceptor, SerialInterceptor, validation } from './common/http';
import { fold } from './common/text';
import { ENTITIES } from './entities';
import { EventsController } from './events/events.controller';
import { EventsService } from './events/events.service';
import { IndexController } from './index.controller';
import { PlacePresenter } from './places/place.presenter';
import { OrganizersController, VenuesController } from './places/places.controllers';
import { OrganizersService, VenuesService } from './places/places.service';
import { SeedService } from './seed.service';
import { CategoriesController, TagsController } from './terms/terms.controllers';
import { CategoriesService, TagsService } from './terms/terms.service';

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3', database: ':memory:', entities: ENTITIES, synchronize: true,
      prepareDatabase: (db: any) => { db.function('fold', { deterministic: true }, fold); },
    }),
    TypeOrmModule.forFeature(ENTITIES),
  ],
  controllers: [IndexController, EventsController, VenuesController, OrganizersController, CategoriesController, TagsController],
  providers: [
    LanguageHolder, PlacePresenter, EventsService, VenuesService, OrganizersService, CategoriesService, TagsService, SeedService,
    { provide: APP_GUARD, useClass: AuthGuard }, { provide: APP_GUARD, useClass: LanguageGuard },
    { provide: APP_INTERCEPTOR, useClass: ListInterceptor }, { provide: APP_INTERCEPTOR, useClass: SerialInterceptor }, { provide: APP_INTERCEPTOR, useClass: CacheInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter }, { provide: APP_PIPE, useFactory: validation },
  ],
})
export class AppModule {}
