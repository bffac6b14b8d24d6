import type { Collection } from '../contract/field.js';
import { readListQuery } from './list-query.js';
import { toPageReply } from './page.js';
import { listEvents } from './resources/events.js';
import type { ListRequest } from './resources/listing.js';
import { listVenuesOrOrganizers } from './resources/places.js';
import { listRowOf } from './resources/represent.js';
import { listTerms } from './resources/terms.js';
import type { Reply } from './respond.js';
import type { Call, Site } from './site.js';
import type { StoredRecord } from './store/record.js';
import type { Selection } from './store/select.js';

/** Answers GET on a collection: 200 with one page, also where it is empty; 400 for a bad parameter. */
export function list(collection: Collection, site: Site, call: Call): Reply {
  const query = readListQuery(collection, call.parameters, site.extensions);
  const { rows, total } = select(collection, { site, query, viewer: call.viewer, language: call.language });
  const view = { site, origin: call.origin, viewer: call.viewer };
  return toPageReply({
    collection,
    total,
    rows: rows.map((record) => listRowOf(record, view)),
    page: query.page,
    perPage: query.perPage,
    url: `${call.origin}${call.segment}${site.basePath}/${site.namespace}/${collection}`,
    query: call.query,
  });
}

function select(collection: Collection, request: ListRequest): Selection<StoredRecord> {
  switch (collection) {
    case 'events':
      return listEvents(request);
    case 'venues':
    case 'organizers':
      return listVenuesOrOrganizers(collection, request);
    case 'categories':
    case 'tags':
      return listTerms(collection, request);
  }
}
