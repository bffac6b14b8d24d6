<?php
declare(strict_types=1);

use Carbon\Carbon;
use Illuminate\Database\Query\Builder;

/** Venues and organizers: posts that events are linked to. */
abstract class Places extends Resource
{
    protected string $kind;

    protected function takesSlug(): bool
    {
        return false;
    }

    protected function filter(Builder $q, bool $status = true): void
    {
        if ($status) {
            $this->statusFilter($q);
        }
        $t = $this->type;
        $linked = fn ($s) => $s->select('links.ref_id')->from('links')->join('events', 'events.id', '=', 'links.event_id')->where('links.kind', $this->kind)->where('events.status', 'publish');
        if ($this->has('event')) {
            $event = Input::int('event', $this->q('event'));
            $first = bug('org-event-first') && $t === 'organizers';
            $q->whereIn("$t.id", fn ($s) => $s->select('ref_id')->from('links')->where('kind', $this->kind)->where('event_id', $event)->whereIn('event_id', $this->readableEvents())->when($first, fn ($w) => $w->where('pos', 0)));
        }
        $has = $this->qBool('has_events');
        if ($has !== null) {
            if ($has && bug('ven-dup') && $t === 'venues') {
                $q->join('links', 'links.ref_id', '=', 'venues.id')->join('events', 'events.id', '=', 'links.event_id')->where('links.kind', 'venue')->where('events.status', 'publish');
            } else {
                $has ? $q->whereIn("$t.id", $linked) : $q->whereNotIn("$t.id", $linked);
            }
        }
        if ($this->qBool('only_with_upcoming')) {
            $q->whereIn("$t.id", fn ($s) => $linked($s)->where('events.utc_end_date', '>=', Carbon::now('UTC')->format('Y-m-d H:i:s')));
        }
    }

    protected function unlink(object $row, bool $bySlug): void
    {
        $links = Db::table('links')->where(['kind' => $this->kind, 'ref_id' => $row->id]);
        if (bug('ven-del-event') && $this->type === 'venues' && !$bySlug) {
            Db::table('events')->whereIn('id', (clone $links)->pluck('event_id')->all())->delete();
        }
        $links->delete();
    }

    protected function renderRow(object $row, array $ctx): array
    {
        $out = $this->common($row);
        foreach (array_keys($this->fields) as $f) {
            $out += [$f => $row->$f];
        }
        $out['description'] = (string) $row->description;
        return $out;
    }
}

class Venues extends Places
{
    public string $type = 'venues';
    public string $nameField = 'venue';
    protected string $kind = 'venue';
    public array $translated = ['venue', 'description'];
    public array $searched = ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'];
    public array $fields = [
        'venue' => 'string', 'author' => 'author', 'date' => 'raw', 'date_utc' => 'raw', 'description' => 'text', 'status' => 'status', 'show_map' => 'flagstring',
        'show_map_link' => 'flagstring', 'address' => 'string', 'city' => 'string', 'country' => 'string', 'province' => 'string', 'state' => 'string', 'zip' => 'zip',
        'phone' => 'string', 'stateprovince' => 'string', 'website' => 'url', 'image' => 'image',
    ];

    protected function store(array $in): array
    {
        if (bug('ven-emoji') && isset($in['description'])) {
            $in['description'] = preg_replace('/[\x{10000}-\x{10FFFF}]/u', '', $in['description']);
        }
        return $in;
    }

    protected function renderRow(object $row, array $ctx): array
    {
        $row->stateprovince ??= $row->state ?? $row->province;
        return parent::renderRow($row, $ctx) + ['geo_lat' => $row->geo_lat, 'geo_lng' => $row->geo_lng];
    }
}

class Organizers extends Places
{
    public string $type = 'organizers';
    public string $nameField = 'organizer';
    protected string $kind = 'organizer';
    public array $translated = ['organizer', 'description'];
    public array $searched = ['organizer', 'description', 'phone', 'website', 'email'];
    public array $fields = [
        'organizer' => 'string', 'author' => 'author', 'date' => 'raw', 'date_utc' => 'raw', 'description' => 'text', 'status' => 'status',
        'phone' => 'string', 'website' => 'url', 'email' => 'email', 'image' => 'image',
    ];
}
