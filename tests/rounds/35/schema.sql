CREATE SEQUENCE post_id START 1;
CREATE SEQUENCE term_id START 1;
CREATE TABLE venues (
  id bigint PRIMARY KEY DEFAULT nextval('post_id'), name text NOT NULL, slug text NOT NULL,
  status text NOT NULL DEFAULT 'publish', author_id bigint NOT NULL DEFAULT 1, lang text NOT NULL DEFAULT 'en',
  date_at timestamptz NOT NULL DEFAULT date_trunc('second', now()), modified_at timestamptz NOT NULL DEFAULT now(),
  description text, show_map text, show_map_link text, address text, city text, country text, province text,
  state text, zip text, phone text, stateprovince text, website text, image text);
CREATE TABLE organizers (
  id bigint PRIMARY KEY DEFAULT nextval('post_id'), name text NOT NULL, slug text NOT NULL,
  status text NOT NULL DEFAULT 'publish', author_id bigint NOT NULL DEFAULT 1, lang text NOT NULL DEFAULT 'en',
  date_at timestamptz NOT NULL DEFAULT date_trunc('second', now()), modified_at timestamptz NOT NULL DEFAULT now(),
  description text, phone text, website text, email text, image text);
CREATE TABLE categories (
  id bigint PRIMARY KEY DEFAULT nextval('term_id'), name text NOT NULL, slug text NOT NULL,
  author_id bigint NOT NULL DEFAULT 1, lang text NOT NULL DEFAULT 'en', modified_at timestamptz NOT NULL DEFAULT now(),
  description text, parent_id bigint REFERENCES categories(id) ON DELETE SET NULL);
CREATE TABLE tags (
  id bigint PRIMARY KEY DEFAULT nextval('term_id'), name text NOT NULL, slug text NOT NULL,
  author_id bigint NOT NULL DEFAULT 1, lang text NOT NULL DEFAULT 'en', modified_at timestamptz NOT NULL DEFAULT now(),
  description text);
CREATE TABLE events (
  id bigint PRIMARY KEY DEFAULT nextval('post_id'), title text NOT NULL, slug text NOT NULL,
  status text NOT NULL DEFAULT 'publish', author_id bigint NOT NULL DEFAULT 1, lang text NOT NULL DEFAULT 'en',
  date_at timestamptz NOT NULL DEFAULT date_trunc('second', now()), modified_at timestamptz NOT NULL DEFAULT now(),
  start_local timestamp NOT NULL, end_local timestamp NOT NULL, timezone text NOT NULL DEFAULT 'Europe/Amsterdam',
  start_at timestamptz NOT NULL, end_at timestamptz NOT NULL,
  all_day boolean NOT NULL DEFAULT false, description text, excerpt text, image text, cost jsonb, website text,
  show_map boolean NOT NULL DEFAULT true, show_map_link boolean NOT NULL DEFAULT true,
  hide_from_listings boolean NOT NULL DEFAULT false, sticky boolean NOT NULL DEFAULT false,
  featured boolean NOT NULL DEFAULT false, password text);
CREATE TABLE event_venues (event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  ref_id bigint NOT NULL REFERENCES venues ON DELETE CASCADE, pos int NOT NULL, PRIMARY KEY (event_id, ref_id));
CREATE TABLE event_organizers (event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  ref_id bigint NOT NULL REFERENCES organizers ON DELETE CASCADE, pos int NOT NULL, PRIMARY KEY (event_id, ref_id));
CREATE TABLE event_categories (event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  ref_id bigint NOT NULL REFERENCES categories ON DELETE CASCADE, pos int NOT NULL, PRIMARY KEY (event_id, ref_id));
CREATE TABLE event_tags (event_id bigint NOT NULL REFERENCES events ON DELETE CASCADE,
  ref_id bigint NOT NULL REFERENCES tags ON DELETE CASCADE, pos int NOT NULL, PRIMARY KEY (event_id, ref_id));
CREATE INDEX ON event_venues (ref_id); CREATE INDEX ON event_organizers (ref_id);
CREATE INDEX ON event_categories (ref_id); CREATE INDEX ON event_tags (ref_id);
CREATE INDEX ON events (start_at); CREATE INDEX ON events (end_at);
CREATE UNIQUE INDEX venues_slug ON venues (slug); CREATE UNIQUE INDEX organizers_slug ON organizers (slug);
CREATE UNIQUE INDEX categories_slug ON categories (slug); CREATE UNIQUE INDEX tags_slug ON tags (slug);
CREATE UNIQUE INDEX events_slug ON events (slug);
