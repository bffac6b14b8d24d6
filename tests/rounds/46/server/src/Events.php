<?php
declare(strict_types=1);

use Carbon\Carbon;
use Illuminate\Database\Query\Builder;

class Events extends Resource
{
    public const RELATIONS = ['categories' => 'categories', 'tags' => 'tags', 'venue' => 'venues', 'organizer' => 'organizers'];

    public string $type = 'events';
    public string $nameField = 'title';
    public array $translated = ['title', 'description', 'excerpt'];
    public array $searched = ['title', 'description'];
    public array $fields = [
        'title' => 'string', 'start_date' => 'raw', 'end_date' => 'raw', 'author' => 'author', 'date' => 'raw', 'date_utc' => 'raw', 'description' => 'text',
        'slug' => 'string', 'excerpt' => 'text', 'status' => 'status', 'timezone' => 'timezone', 'all_day' => 'bool', 'image' => 'image', 'cost' => 'cost',
        'website' => 'url', 'show_map' => 'bool', 'show_map_link' => 'bool', 'hide_from_listings' => 'bool', 'sticky' => 'bool', 'featured' => 'bool',
        'categories' => 'ids', 'tags' => 'ids', 'venue' => 'ids', 'organizer' => 'ids',
    ];

    protected function required(): array
    {
        return ['title', 'start_date', 'end_date'];
    }

    // ---- reading -------------------------------------------------------

    protected function filter(Builder $q): void
    {
        $include = $this->has('include') ? Input::ids('include', $this->q('include')) : null;
        if ($include !== null) {
            $q->whereIn('events.id', $include);
        } else {
            $q->where('hide_from_listings', 0);
        }
        if (!(bug('usr-include-draft') && $include !== null && !$this->has('status'))) {
            $this->statusFilter($q);
        }
        $this->dateFilter($q, $include !== null);
        foreach (self::RELATIONS as $kind => $table) {
            if ($this->has($kind)) {
                $this->relationFilter($q, $kind, $table);
            }
        }
        $featured = $this->qBool('featured');
        if (bug('ev-featured-false') ? $featured : $featured !== null) {
            $q->where('featured', (int) $featured);
        }
        if (($ticketed = $this->qBool('ticketed')) !== null) {
            $q->where('ticketed', (int) $ticketed);
        }
        if ($this->has('post_parent')) {
            $q->where('post_parent', Input::int('post_parent', $this->q('post_parent')));
        }
        $this->geoFilter($q);
    }

    private function dateFilter(Builder $q, bool $ignored): void
    {
        $strict = $this->qBool('strict_dates') ?? false;
        $given = false;
        foreach (['start_date' => ['start_date', 'on'], 'end_date' => ['end_date', 'on'], 'starts_before' => ['start_date', 'before'], 'starts_after' => ['start_date', 'after'],
            'ends_before' => ['end_date', 'before'], 'ends_after' => ['end_date', 'after']] as $p => [$col, $how]) {
            if (!$this->has($p)) {
                continue;
            }
            $given = true;
            $t = Input::time($p, $this->q($p));
            if ($ignored && !bug('ev-include-dates')) {
                continue;
            }
            $exact = $strict && !(bug('ev-strict-ends') && $p === 'ends_before');
            $day = [$t->format('Y-m-d 00:00:00'), $t->format('Y-m-d 23:59:59')];
            $at = $t->format('Y-m-d H:i:s');
            if ($how === 'on') {
                $q->whereBetween("events.$col", [$exact ? $at : $day[0], $day[1]]);
                if (bug('ev-end-multiday') && $p === 'end_date') {
                    $q->where('events.start_date', '>=', $day[0]);
                }
            } elseif ($how === 'before') {
                $exact ? $q->where("events.$col", '<', $at) : $q->where("events.$col", '<=', $day[1]);
            } elseif ($exact || (bug('ev-after-wholeday') && $p === 'starts_after')) {
                $q->where("events.$col", '>', $at);
            } else {
                $q->where("events.$col", '>=', $day[0]);
            }
        }
        if (!$given && !$ignored) { // by default: what runs or is still to come
            $q->where('events.utc_end_date', '>=', Carbon::now('UTC')->format('Y-m-d H:i:s'));
        }
    }

    private function relationFilter(Builder $q, string $kind, string $table): void
    {
        $ids = [];
        foreach (Input::items($kind, $this->q($kind)) as $item) {
            if (preg_match('/^\d{1,18}$/', (string) $item)) {
                $ids[] = (int) $item;
            } elseif (in_array($kind, ['categories', 'tags'], true)) {
                $ids[] = (int) (Db::table($table)->where('slug', (string) $item)->value('id') ?? 0);
            } else {
                throw invalid($kind, 'Must be a list of integers.');
            }
        }
        if (bug('ev-cat-dup') && $kind === 'categories') {
            $q->join('links as cl', 'cl.event_id', '=', 'events.id')->where('cl.kind', $kind)->whereIn('cl.ref_id', $ids);
            return;
        }
        if (bug('ev-tag-all') && $kind === 'tags') {
            foreach ($ids as $id) {
                $q->whereIn('events.id', fn ($s) => $s->select('event_id')->from('links')->where('kind', $kind)->where('ref_id', $id));
            }
            return;
        }
        $q->whereIn('events.id', fn ($s) => $s->select('event_id')->from('links')->where('kind', $kind)->whereIn('ref_id', $ids));
    }

    private function geoFilter(Builder $q): void
    {
        $located = fn ($s) => $s->select('links.event_id')->from('links')->join('venues', 'venues.id', '=', 'links.ref_id')->where('links.kind', 'venue')->whereNotNull('venues.geo_lat');
        $geo = $this->qBool('geoloc');
        if ($geo !== null) {
            $geo ? $q->whereIn('events.id', $located) : $q->whereNotIn('events.id', $located);
        }
        if ($this->has('geoloc_lat') || $this->has('geoloc_lng')) {
            foreach (['geoloc_lat', 'geoloc_lng'] as $p) {
                if (!$this->has($p)) {
                    throw invalid($p, 'geoloc_lat and geoloc_lng must be given together.');
                }
            }
            $lat = Input::float('geoloc_lat', $this->q('geoloc_lat'), 90);
            $lng = Input::float('geoloc_lng', $this->q('geoloc_lng'), 180);
            $q->whereIn('events.id', fn ($s) => $located($s)->whereBetween('geo_lat', [$lat - 0.2, $lat + 0.2])->whereBetween('geo_lng', [$lng - 0.3, $lng + 0.3]));
        }
    }

    /** The text of a protected event is not searched. */
    protected function column(string $f): string
    {
        return $f === 'description' ? "CASE WHEN events.password IS NULL THEN " . parent::column($f) . " END" : parent::column($f);
    }

    protected function order(Builder $q): void
    {
        $q->orderBy('events.utc_start_date')->orderBy('events.id');
    }

    protected function context(array $ids): array
    {
        $links = Db::table('links')->whereIn('event_id', $ids)->orderBy('event_id')->orderBy('pos')->get();
        $refs = $ctx = [];
        foreach ($links as $l) {
            $refs[$l->kind][$l->ref_id] = true;
        }
        $embedded = [];
        foreach ($refs as $kind => $set) {
            $res = Resource::make(self::RELATIONS[$kind], $this->req);
            $rows = Db::table($res->type)->whereIn('id', array_keys($set))->get()->all();
            if ($this->req->user === null && $res->isPost) {
                $rows = array_filter($rows, fn ($r) => $r->status === 'publish');
            }
            foreach ($res->render(array_values($rows)) as $r) {
                $embedded[$kind][$r['id']] = ['id' => $r['id'], $res->nameField => $r[$res->nameField], 'slug' => $r['slug'], 'rest_url' => $r['rest_url']];
            }
        }
        foreach ($links as $l) {
            if (isset($embedded[$l->kind][$l->ref_id])) {
                $ctx[$l->event_id][$l->kind][] = variant('ids') ? (int) $l->ref_id : $embedded[$l->kind][$l->ref_id];
            }
        }
        return $ctx;
    }

    protected function renderRow(object $row, array $ctx): array
    {
        $locked = $row->password !== null && !$this->unlocked($row);
        $out = $this->common($row) + [
            'title' => $row->title, 'description' => $locked ? '' : (string) $row->description, 'excerpt' => $locked ? '' : (string) $row->excerpt,
            'password_protected' => $row->password !== null,
            'start_date' => $row->start_date, 'end_date' => $row->end_date, 'timezone' => $row->timezone,
            'utc_start_date' => $row->utc_start_date, 'utc_end_date' => $row->utc_end_date,
            'image' => $row->image, 'cost' => (string) $row->cost, 'website' => $row->website,
        ];
        foreach (['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'] as $f) {
            $out[$f] = (bool) $row->$f;
        }
        $out['post_parent'] = (int) $row->post_parent;
        foreach (array_keys(self::RELATIONS) as $kind) {
            $out[$kind] = $ctx[$row->id][$kind] ?? [];
        }
        return $out;
    }

    // ---- protected events ----------------------------------------------

    private function unlocked(object $row): bool
    {
        $given = $this->req->param('password');
        return is_string($given) && hash_equals((string) $row->password, $given);
    }

    /** Reading without a password shows the outline only; a wrong one is refused, and so is writing without. */
    public function checkPassword(object $row, bool $writing): void
    {
        $given = $this->req->param('password');
        if ($given !== null && !is_string($given)) {
            throw invalid('password', 'Must be a string.');
        }
        if ($row->password !== null && !$this->unlocked($row) && ($writing || $given !== null)) {
            throw new HttpError(403, 'rest_incorrect_password', 'The event is protected; its password is needed.');
        }
    }

    // ---- writing -------------------------------------------------------

    protected function prepare(array &$in, ?object $row, bool $bySlug = false): array
    {
        if (bug('ev-allday-reset') && $row && $in) {
            $in += ['all_day' => 0];
        }
        $tz = $in['timezone'] ?? $row->timezone ?? SITE_TZ;
        $allDay = (bool) ($in['all_day'] ?? $row->all_day ?? false);
        if (!$row || isset($in['start_date']) || isset($in['end_date']) || isset($in['timezone']) || isset($in['all_day'])) {
            $start = Input::time('start_date', $in['start_date'] ?? $row->start_date, $tz);
            $end = Input::time('end_date', $in['end_date'] ?? $row->end_date, $tz);
            if ($allDay) {
                $start->startOfDay();
                $end->setTime(23, 59, 59);
            }
            if ($end->lt($start) && !(bug('ev-patch-range') && $row && !isset($in['start_date']))) {
                throw invalid('end_date', 'Must not be before start_date.');
            }
            foreach (['start_date' => $start, 'end_date' => $end] as $f => $t) {
                $in[$f] = $t->format('Y-m-d H:i:s');
                $in["utc_$f"] = $t->copy()->setTimezone('UTC')->format('Y-m-d H:i:s');
            }
            $in['timezone'] = $tz;
        } elseif (bug('ev-patch-tz') && $in) {
            foreach (['start_date', 'end_date'] as $f) {
                $in[$f] = Carbon::parse($row->{"utc_$f"}, 'UTC')->setTimezone(SITE_TZ)->format('Y-m-d H:i:s');
            }
        }
        if (bug('ev-amp') && $row && $in && !isset($in['description']) && $row->description !== null) {
            $in['description'] = htmlspecialchars($row->description, ENT_QUOTES);
        }
        if (!$row) {
            $in += ['show_map' => 1, 'show_map_link' => 1];
            $password = $this->req->param('password');
            if (is_string($password) && $password !== '') {
                $in['password'] = $password;
            }
        }
        $links = [];
        foreach (self::RELATIONS as $kind => $table) {
            if (isset($in[$kind])) {
                $known = Db::table($table)->whereIn('id', $in[$kind])->when(!in_array($kind, ['categories', 'tags']), fn ($q) => $q->where('status', '<>', 'trash'))->count();
                if ($known !== count($in[$kind])) {
                    throw invalid($kind, 'Contains an unknown ID.');
                }
                if (!(bug('ev-empty-array') && empty($in[$kind]) && $kind === 'tags')) {
                    $links[$kind] = $in[$kind];
                }
                unset($in[$kind]);
            } elseif (bug('ev-slug-patch-rel') && $bySlug && $row && $kind === 'organizer') {
                $links[$kind] = [];
            }
        }
        return $links;
    }

    protected function link(int $id, array $links): void
    {
        foreach ($links as $kind => $ids) {
            Db::table('links')->where(['event_id' => $id, 'kind' => $kind])->delete();
            Db::table('links')->insert(array_map(fn ($ref, $pos) => ['event_id' => $id, 'kind' => $kind, 'ref_id' => $ref, 'pos' => $pos], $ids, array_keys($ids)));
        }
    }

    protected function unlink(object $row, bool $bySlug): void
    {
        if (!(bug('cat-count-stale') && $bySlug)) {
            Db::table('links')->where('event_id', $row->id)->delete();
        }
        Db::table('events')->where('post_parent', $row->id)->update(['post_parent' => 0]);
    }
}
