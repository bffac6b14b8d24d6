"""What is kept, in SQL: posts (events, venues, organizers) and terms (categories, tags)."""
import html
import json
import random
import time
from datetime import datetime, timedelta, timezone

import pymysql

import fields as f
from fields import Invalid
from switches import bug, variant

DETAIL = {'event': 'events', 'venue': 'venues', 'organizer': 'organizers'}
RELATIONS = {'categories': 'category', 'tags': 'tag', 'venue': 'venue', 'organizer': 'organizer'}
RETRY = {1062, 1205, 1213, 1020}


def now():
    return datetime.now(timezone.utc).replace(tzinfo=None, microsecond=0)


def marks(values):
    return ','.join(['%s'] * len(values))


def contains(columns, needle):
    """`needle` as it is anywhere in one of the columns."""
    if not bug('search-wildcards-unescaped'):
        for char in '!%_':
            needle = needle.replace(char, '!' + char)
    clause = ' OR '.join(f"{column} LIKE %s ESCAPE '!'" for column in columns)
    if not bug('search-or-precedence'):
        clause = f'({clause})'
    return clause, [f'%{needle}%'] * len(columns)


class Store:
    def __init__(self, db):
        self.db = db

    # ---- transactions ----------------------------------------------------------------------------------------------

    def read(self, work):
        conn = self.db.connection()
        try:
            with conn.cursor() as cur:
                return work(cur)
        finally:
            if not bug('stale-snapshot'):
                conn.rollback()                      # ends the snapshot

    def write(self, work):
        """Runs `work` in a transaction; again when it met another one (a deadlock, a slug just taken)."""
        for attempt in range(40):
            conn = self.db.connection()
            try:
                if not bug('stale-snapshot'):
                    conn.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED')
                    conn.begin()
                with conn.cursor() as cur:
                    result = work(cur)
                conn.commit()
                return result
            except (pymysql.err.IntegrityError, pymysql.err.OperationalError, pymysql.err.InternalError) as error:
                conn.rollback()
                if error.args[0] not in RETRY or attempt == 39:
                    raise
                time.sleep(random.uniform(0.001, 0.02))
            except BaseException:
                conn.rollback()
                raise

    # ---- posts: reading --------------------------------------------------------------------------------------------

    def visible(self, viewer, alias='p'):
        if viewer.edits_all:
            return '1', []
        if viewer.role == 'author':
            return f"({alias}.status = 'publish' OR {alias}.author_id = %s)", [viewer.id]
        return f"{alias}.status = 'publish'", []

    def find(self, cur, kind, ident=None, slug=None, lock=False):
        """The row of a post, deleted ones too (the caller looks at `deleted_at`)."""
        table = DETAIL[kind]
        query = f'SELECT p.*, d.* FROM posts p JOIN {table} d ON d.post_id = p.id '
        if slug is None:
            cur.execute(query + 'WHERE p.kind = %s AND p.id = %s' + (' FOR UPDATE' if lock else ''), (kind, ident))
            return cur.fetchone()
        if bug('slug-shared-between-kinds'):
            cur.execute('SELECT id FROM posts WHERE slug = %s AND deleted_at IS NULL ORDER BY id LIMIT 1', (slug,))
        else:
            cur.execute('SELECT id FROM posts WHERE kind = %s AND slug = %s ORDER BY live DESC, id DESC LIMIT 1',
                        (kind, slug))
        found = cur.fetchone()
        return self.find(cur, kind, found['id'], lock=lock) if found else None

    def attach(self, cur, rows):
        """Reads the relations of events, in a few queries for all rows."""
        by_id = {row['id']: row for row in rows}
        for row in rows:
            row.update({name: [] for name in RELATIONS})
        if not by_id:
            return rows
        ids = list(by_id)
        cur.execute(f'SELECT ep.event_id, ep.target_id, ep.kind FROM event_posts ep JOIN posts t ON t.id = ep.target_id '
                    f'WHERE ep.event_id IN ({marks(ids)}) AND t.deleted_at IS NULL ORDER BY ep.position', ids)
        for link in cur.fetchall():
            by_id[link['event_id']][link['kind']].append(link['target_id'])
        gone = '' if bug('deleted-category-kept-on-events') else 'AND t.deleted_at IS NULL'
        cur.execute(f'SELECT et.event_id, et.term_id, t.taxonomy FROM event_terms et JOIN terms t ON t.id = et.term_id '
                    f'WHERE et.event_id IN ({marks(ids)}) {gone} ORDER BY et.position', ids)
        for link in cur.fetchall():
            name = 'categories' if link['taxonomy'] == 'category' else 'tags'
            by_id[link['event_id']][name].append(link['term_id'])
        return rows

    def list_posts(self, cur, kind, viewer, where, params, limit, offset, order, joins=''):
        seen, seen_params = self.visible(viewer)
        hidden = bug('include-shows-drafts') and any('p.id IN' in clause for clause in where)
        if not hidden:
            where, params = [seen] + where, seen_params + params
        where, params = ['p.kind = %s', 'p.deleted_at IS NULL'] + where, [kind] + params
        source = f'FROM posts p JOIN {DETAIL[kind]} d ON d.post_id = p.id {joins} WHERE ' + ' AND '.join(where)
        cur.execute('SELECT COUNT(*) AS total ' + source, params)
        total = cur.fetchone()['total']
        cur.execute(f'SELECT p.*, d.* {source} ORDER BY {order} LIMIT %s OFFSET %s', params + [limit, offset])
        rows = list(cur.fetchall())
        if kind == 'event':
            self.attach(cur, rows)
        return rows, total

    # ---- posts: writing --------------------------------------------------------------------------------------------

    def free_slug(self, cur, table, group, kind, wanted, own_id=None):
        wanted = wanted or kind
        like = wanted.replace('!', '!!').replace('%', '!%').replace('_', '!_') + '%'
        own = '' if own_id is None or bug('slug-own-suffix') else ' AND id <> %s'
        cur.execute(f"SELECT slug FROM {table} WHERE {group} = %s AND deleted_at IS NULL AND slug LIKE %s ESCAPE '!'{own}",
                    [kind, like] + ([own_id] if own else []))
        taken = {row['slug'] for row in cur.fetchall()}
        slug, count = wanted, 1
        while slug in taken:
            count += 1
            slug = f'{wanted}-{count}'
        return slug

    def set_relations(self, cur, event_id, relations):
        for name, ids in relations.items():
            if bug('relations-empty-ignored') and not ids:
                continue
            kind = RELATIONS[name]
            if name in ('categories', 'tags'):
                if ids:
                    cur.execute(f'SELECT id FROM terms WHERE taxonomy = %s AND deleted_at IS NULL AND id IN ({marks(ids)}) '
                                'LOCK IN SHARE MODE', [kind] + ids)
                    self._all_there(name, ids, cur.fetchall())
                cur.execute('DELETE et FROM event_terms et JOIN terms t ON t.id = et.term_id '
                            'WHERE et.event_id = %s AND t.taxonomy = %s', (event_id, kind))
                cur.executemany('INSERT INTO event_terms (event_id, term_id, position) VALUES (%s, %s, %s)',
                                [(event_id, item, place) for place, item in enumerate(ids)])
            else:
                if ids:
                    cur.execute(f'SELECT id FROM posts WHERE kind = %s AND deleted_at IS NULL AND id IN ({marks(ids)}) '
                                'LOCK IN SHARE MODE', [kind] + ids)
                    self._all_there(name, ids, cur.fetchall())
                cur.execute('DELETE FROM event_posts WHERE event_id = %s AND kind = %s', (event_id, kind))
                cur.executemany('INSERT INTO event_posts (event_id, target_id, kind, position) VALUES (%s, %s, %s, %s)',
                                [(event_id, item, kind, place) for place, item in enumerate(ids)])

    @staticmethod
    def _all_there(name, ids, rows):
        missing = set(ids) - {row['id'] for row in rows}
        if missing:
            raise Invalid(name, 'has IDs that do not exist: ' + ', '.join(map(str, sorted(missing))))

    def insert_post(self, cur, kind, values, language):
        """`values`: {'posts': columns, detail table: columns, 'relations': ...} with all that must be there."""
        post = dict(values['posts'], kind=kind, language=language, modified_utc=now())
        wanted = f.slugify(post.get('slug') or post['title'])
        post['slug'] = self.free_slug(cur, 'posts', 'kind', kind, wanted)
        if bug('emoji-lost'):
            post['title'] = ''.join(char if ord(char) < 0x10000 else '?' for char in post['title'])
        cur.execute(f'INSERT INTO posts ({", ".join(post)}) VALUES ({marks(post)})', list(post.values()))
        ident = cur.lastrowid
        if variant('rewritten-slugs'):
            cur.execute("UPDATE posts SET slug = CONCAT(slug, '-', id) WHERE id = %s", (ident,))
        detail = dict(values[DETAIL[kind]], post_id=ident)
        cur.execute(f'INSERT INTO {DETAIL[kind]} ({", ".join(detail)}) VALUES ({marks(detail)})', list(detail.values()))
        self.set_relations(cur, ident, values.get('relations', {}))
        return ident

    def update_post(self, cur, row, values, language=None):
        kind, ident, table = row['kind'], row['id'], DETAIL[row['kind']]
        post, detail = dict(values['posts']), dict(values[table])
        if post.get('slug'):
            wanted = f.slugify(post['slug'])
            if variant('rewritten-slugs') and post['slug'] != row['slug']:
                wanted = f'{wanted}-{ident}'
            post['slug'] = self.free_slug(cur, 'posts', 'kind', kind, wanted, ident)
        elif bug('slug-changes-with-title') and 'title' in post:
            post['slug'] = self.free_slug(cur, 'posts', 'kind', kind, f.slugify(post['title']), ident)
        if bug('title-escaped-on-update') and 'title' not in post:
            post['title'] = html.escape(row['title'])
        elif bug('title-escaped-on-update'):
            post['title'] = html.escape(post['title'])
        if bug('update-resets-language'):
            post['language'] = language or 'en'
        if bug('update-takes-ownership') and 'author_id' not in post:
            post['author_id'] = values['viewer_id']
        if bug('password-lost-on-update') and 'password' not in post:
            post['password'] = None
        if bug('update-revives-deleted'):
            post['deleted_at'] = None
        if bug('lost-update'):
            skip = ('id', 'live', 'post_id', 'kind')
            columns = {'posts': ('title', 'description', 'excerpt', 'image', 'status'),
                       'events': ('cost', 'website', 'sticky', 'featured')}
            post = {**{c: row[c] for c in columns['posts'] if c not in skip}, **post}
            if table == 'events':
                detail = {**{c: row[c] for c in columns['events']}, **detail}
        post['modified_utc'] = now()
        cur.execute(f'UPDATE posts SET {", ".join(f"{c} = %s" for c in post)} WHERE id = %s', [*post.values(), ident])
        if detail:
            cur.execute(f'UPDATE {table} SET {", ".join(f"{c} = %s" for c in detail)} WHERE post_id = %s',
                        [*detail.values(), ident])
        relations = dict(values.get('relations', {}))
        if bug('partial-update-clears-tags') and kind == 'event':
            relations.setdefault('tags', [])
        self.set_relations(cur, ident, relations)

    def delete_post(self, cur, row):
        if bug('venue-delete-takes-events') and row['kind'] == 'venue':
            cur.execute('UPDATE posts SET deleted_at = %s WHERE id IN (SELECT event_id FROM event_posts WHERE target_id = %s)',
                        (now(), row['id']))
        cur.execute('UPDATE posts SET deleted_at = %s, modified_utc = %s WHERE id = %s', (now(), now(), row['id']))

    # ---- terms -----------------------------------------------------------------------------------------------------

    def term_source(self, viewer):
        """A derived table of terms with the number of events they are assigned to."""
        seen, params = self.visible(viewer)
        return ('(SELECT t.*, (SELECT COUNT(*) FROM event_terms et JOIN posts p ON p.id = et.event_id '
                f'WHERE et.term_id = t.id AND p.deleted_at IS NULL AND {seen}) AS count FROM terms t) x'), params

    def find_term(self, cur, taxonomy, ident, viewer, lock=False):
        if lock:
            cur.execute('SELECT id FROM terms WHERE id = %s FOR UPDATE', (ident,))
        source, params = self.term_source(viewer)
        if bug('tag-read-as-category') and not lock:
            cur.execute(f'SELECT * FROM {source} WHERE id = %s', params + [ident])
        else:
            cur.execute(f'SELECT * FROM {source} WHERE taxonomy = %s AND id = %s', params + [taxonomy, ident])
        return cur.fetchone()

    def check_parent(self, cur, parent, own_id=None):
        step, seen = parent, set()
        while step:
            if step == own_id or step in seen:
                raise Invalid('parent', 'must not be the category itself or one below it')
            seen.add(step)
            cur.execute("SELECT parent FROM terms WHERE taxonomy = 'category' AND deleted_at IS NULL AND id = %s", (step,))
            row = cur.fetchone()
            if not row:
                raise Invalid('parent', 'does not exist')
            step = row['parent']

    def insert_term(self, cur, taxonomy, values, language):
        term = dict(values, taxonomy=taxonomy, language=language)
        if term.get('parent'):
            self.check_parent(cur, term['parent'])
        term['slug'] = self.free_slug(cur, 'terms', 'taxonomy', taxonomy, f.slugify(term.get('slug') or term['name']))
        cur.execute(f'INSERT INTO terms ({", ".join(term)}) VALUES ({marks(term)})', list(term.values()))
        ident = cur.lastrowid
        if variant('rewritten-slugs'):
            cur.execute("UPDATE terms SET slug = CONCAT(slug, '-', id) WHERE id = %s", (ident,))
        return ident

    def update_term(self, cur, row, values):
        term = dict(values)
        if term.get('parent'):
            self.check_parent(cur, term['parent'], row['id'])
        if bug('parent-lost-on-update'):
            term.setdefault('parent', 0)
        if term.get('slug'):
            wanted = f.slugify(term['slug'])
            if variant('rewritten-slugs') and term['slug'] != row['slug']:
                wanted = f'{wanted}-{row["id"]}'
            term['slug'] = self.free_slug(cur, 'terms', 'taxonomy', row['taxonomy'], wanted, row['id'])
        if term:
            cur.execute(f'UPDATE terms SET {", ".join(f"{c} = %s" for c in term)} WHERE id = %s',
                        [*term.values(), row['id']])

    def delete_term(self, cur, row):
        cur.execute('UPDATE terms SET deleted_at = %s WHERE id = %s', (now(), row['id']))
        if not bug('deleted-category-kept-on-events'):
            cur.execute('DELETE FROM event_terms WHERE term_id = %s', (row['id'],))
        if bug('category-delete-cascades'):
            cur.execute('UPDATE terms SET deleted_at = %s WHERE parent = %s', (now(), row['id']))
        else:
            cur.execute('UPDATE terms SET parent = %s WHERE parent = %s', (row['parent'], row['id']))


def seed(store, schema, authors):
    """A small world."""
    if bug('slug-race'):
        schema = schema.replace('UNIQUE KEY slug_once', 'KEY slug_often')
    store.db.script(schema)
    stamp = now()
    editor = authors[0]

    def post(cur, kind, language, title, detail, relations=None, **more):
        columns = dict(title=title, status='publish', author_id=editor, date_utc=stamp - timedelta(days=3),
                       date_local=f.from_utc(stamp - timedelta(days=3), f.SITE_ZONE), **more)
        return store.insert_post(cur, kind, {'posts': columns, DETAIL[kind]: detail, 'relations': relations or {}}, language)

    def fill(cur):
        terms = {}
        for language, name in (('en', 'Music'), ('en', 'Theatre'), ('nl', 'Lezingen'), ('de', 'Ausflüge')):
            terms[name] = store.insert_term(cur, 'category', {'name': name, 'description': ''}, language)
        terms['Jazz'] = store.insert_term(cur, 'category', {'name': 'Jazz', 'parent': terms['Music'], 'description': ''}, 'en')
        for language, name in (('en', 'Free'), ('en', 'Outdoors'), ('nl', 'Binnen'), ('fr', 'Été')):
            terms[name] = store.insert_term(cur, 'tag', {'name': name, 'description': ''}, language)
        venues = [post(cur, 'venue', language, name, {'city': city, 'country': country, 'address': address, 'zip': code})
                  for language, name, city, country, address, code in (
                      ('en', 'Harbour Hall', 'Rotterdam', 'Netherlands', 'Kade 12', '3011'),
                      ('nl', 'De Oude Kerk', 'Utrecht', 'Nederland', 'Domplein 1', '3512'),
                      ('fr', 'Théâtre du Canal', 'Lyon', 'France', '4 quai Nord', '69001'),
                      ('de', 'Stadtgarten', 'Köln', 'Deutschland', 'Venloer Straße 40', '50672'))]
        people = [post(cur, 'organizer', language, name, {'email': email, 'phone': phone, 'website': None})
                  for language, name, email, phone in (
                      ('en', 'City Concerts', 'office@concerts.example', '+31 10 1234567'),
                      ('nl', 'Stichting Dom', 'info@dom.example', '+31 30 7654321'),
                      ('fr', 'Les Amis du Canal', 'amis@canal.example', '+33 4 11 22 33 44'),
                      ('de', 'Gartenverein', 'post@garten.example', '+49 221 998877'))]
        today = datetime.combine(stamp.date(), datetime.min.time())
        for language, title, days, hour, tz, v, o, cats, tags in (
                ('en', 'Spring Concert', 20, 19, f.SITE_ZONE, 0, 0, ['Music'], ['Free']),
                ('en', 'Jazz by the Water', 34, 20, f.SITE_ZONE, 0, 0, ['Music', 'Jazz'], ['Outdoors']),
                ('en', 'Puppet Theatre', 48, 14, 'Europe/London', 0, 0, ['Theatre'], []),
                ('en', 'Open Rehearsal', -12, 10, f.SITE_ZONE, 0, 0, ['Music'], ['Free']),
                ('nl', 'Lezing over klokken', 9, 20, f.SITE_ZONE, 1, 1, ['Lezingen'], ['Binnen']),
                ('nl', 'Avondrondleiding', 61, 21, f.SITE_ZONE, 1, 1, [], ['Binnen']),
                ('fr', "Fête de l'été", 90, 18, 'Europe/Paris', 2, 2, [], ['Été']),
                ('fr', 'Cinéma au bord du canal', 97, 22, 'Europe/Paris', 2, 2, [], []),
                ('de', 'Frühlingsausflug', 40, 9, 'Europe/Berlin', 3, 3, ['Ausflüge'], []),
                ('de', 'Gespräch im Grünen', 55, 17, 'Europe/Berlin', 3, 3, [], [])):
            start = today + timedelta(days=days, hours=hour)
            end = start + timedelta(hours=2)
            detail = dict(start_local=start, end_local=end, start_utc=f.to_utc(start, tz), end_utc=f.to_utc(end, tz),
                          timezone=tz, all_day=False, show_map=True, show_map_link=True, hide_from_listings=False,
                          sticky=False, featured=title == 'Spring Concert', cost=json.dumps('10'), website=None)
            post(cur, 'event', language, title, detail,
                 {'venue': [venues[v]], 'organizer': [people[o]],
                  'categories': [terms[name] for name in cats], 'tags': [terms[name] for name in tags]},
                 description=f'{title}.', excerpt='')

    store.write(fill)
