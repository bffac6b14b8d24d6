# frozen_string_literal: true
# What the interface leaves open, once per conforming variant.
HONEST = {
  id_start: 1, id_step: 1, ids_per_collection: false, string_ids: false, create: 201, update: 200, delete: 200, trash: nil,
  keep_dead_links: false, orphans: :grandparent, envelope: :keyed, item: nil, embed: false, camel: false, rename: nil, rendered: false,
  omit_nulls: false, lang_field: :ml_language, times: :plain, errors: :wp, invalid: 400, status: 'publish', timezone: 'UTC',
  show_map: true, author: 1, search: :fold, trim: false, slugs: :plain, ascii_slugs: false, slug_conflict: :suffix, duplicate_terms: :allow,
  max_per_page: 500, over_max: :refuse, past_end: :empty, order: :start, term_order: nil, etag: :strong, unknown_fields: :ignore,
  unknown_params: :ignore, nulls: :accept, coerce: false, blank_names: false, any_status: false, end_after_start: true, json_only: false,
  strict_dates_form: false, language: :all, default_window: :all, has_false: :without, upcoming: :start, put: :merge,
  slug_redirect: false, slash_redirect: false, unreadable: :missing, links: :array
}.freeze
VARIANTS = {
  'honest' => HONEST,
  'bare-arrays' => HONEST.merge(envelope: :bare, id_start: 5003, id_step: 7, ids_per_collection: true, create: 200, delete: 204, order: :newest,
                                term_order: 'id', errors: :problem, invalid: 422, times: :iso, search: :exact, max_per_page: 50, over_max: :clamp,
                                past_end: 404, language: :neutral, lang_field: :lang),
  'hal' => HONEST.merge(envelope: :hal, item: :hal, links: :hal, camel: true, embed: true, times: :parts, trash: :gone, delete: :ack, errors: :nested,
                        order: :title, slugs: :random, trim: true, etag: :weak, lang_field: :language, show_map: false, author: 42),
  'json-api' => HONEST.merge(envelope: :data, item: :jsonapi, string_ids: true, nulls: :refuse, errors: :list, invalid: 422, slug_conflict: :refuse,
                             times: :offset, id_start: 918_273, id_step: 13, etag: nil, order: :id, timezone: 'Europe/Brussels',
                             rename: { url: :self, modified: :updated_at }),
  'rendered-drafts' => HONEST.merge(rendered: true, status: 'draft', default_window: :upcoming, trash: true, keep_dead_links: true, delete: :flag,
                                    create: 200, ascii_slugs: true, search: :accents, past_end: 400, order: :newest, author: 7, has_false: :ignore,
                                    upcoming: :ongoing),
  'redirects' => HONEST.merge(slug_redirect: true, slash_redirect: true, create: :stub, update: 204, delete: 204, unreadable: :forbidden,
                              envelope: :items, rename: { title: :name, venue: :name, organizer: :name }, orphans: :top, errors: :nested, etag: nil,
                              id_start: 100, term_order: 'slug', slugs: :with_id),
  'strict' => HONEST.merge(unknown_fields: :refuse, unknown_params: :refuse, json_only: true, duplicate_terms: :refuse, slug_conflict: :refuse,
                           strict_dates_form: true, max_per_page: 100, past_end: 400, language: :default, nulls: :refuse, invalid: 422,
                           errors: :problem, etag: nil, delete: :ack, envelope: :items, item: :keyed),
  'lenient' => HONEST.merge(coerce: true, any_status: true, blank_names: true, end_after_start: false, put: :replace, omit_nulls: true, orphans: :top,
                            times: :offset, timezone: 'America/New_York', max_per_page: 20, over_max: :clamp, order: :id, embed: true, envelope: :data,
                            delete: 204, id_start: 1_000_001, id_step: 111),
  'closed-slugs' => HONEST.merge(envelope: :keyed, item: :keyed, trash: :gone, delete: 204, slug_conflict: :refuse, duplicate_terms: :refuse, order: :newest,
                                 term_order: 'count', language: :default, default_window: :upcoming, author: 99, show_map: false, status: 'pending',
                                 unreadable: :forbidden, errors: :list, times: :parts, search: :accents, has_false: :ignore)
}.freeze
