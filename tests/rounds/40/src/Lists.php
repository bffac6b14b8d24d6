<?php
declare(strict_types=1);

namespace Calendar;

use Doctrine\DBAL\Query\QueryBuilder;
use Symfony\Component\HttpFoundation\Request;

/** Builds the queries behind the collections. The record is always t. */
final class Lists
{
    /** Answers depend on the time of the day, not on the store alone. */
    public bool $volatile = false;

    public function __construct(private Repository $repository, private Access $access)
    {
    }

    public function query(string $kind, Request $request, ?string $language): QueryBuilder
    {
        $qb = $this->repository->db->createQueryBuilder()->from($kind, 't');
        $in = Input::query($request);
        if (null !== $language) {
            $qb->andWhere('t.lang = :lang')->setParameter('lang', $language);
        }
        if (Schema::isTerm($kind)) {
            $this->terms($qb, $kind, $request, $in);
        } else {
            $this->status($qb, $kind, $in);
            'events' === $kind ? $this->events($qb, $request, $in) : $this->linked($qb, $kind, $in);
        }
        $this->search($qb, $kind, (string) Input::string($in, 'search'));

        return $qb;
    }

    private function status(QueryBuilder $qb, string $kind, array $in): void
    {
        $status = Input::string($in, 'status');
        if (null === $status || '' === $status) {
            $qb->andWhere("t.status = 'publish'");

            return;
        }
        if (!\in_array($status, [...Schema::STATUSES, 'trash', 'any'], true)) {
            throw ApiException::invalid('status', 'One of '.implode(', ', Schema::STATUSES).', trash, any.');
        }
        if ('any' === $status) {
            $qb->andWhere($this->access->visible('t'));

            return;
        }
        $qb->andWhere('t.status = :status')->setParameter('status', $status);
        if ('trash' === $status) {
            $qb->andWhere($this->access->isEditor() ? '1 = 1' : '1 = 0');
        } elseif (!bug('drafts-listed-for-anyone')) {
            $qb->andWhere($this->access->visible('t'));
        }
    }

    private function events(QueryBuilder $qb, Request $request, array $in): void
    {
        $include = Input::idParam($request, 'include');
        if (null !== $include) {
            $qb->andWhere('t.id IN ('.implode(',', $include).')');
        }
        $this->dates($qb, $in, null !== $include);
        foreach (['categories' => 'categories', 'tags' => 'tags'] as $name => $table) {
            $values = Input::listParam($request, $name);
            if (null === $values) {
                continue;
            }
            $link = Schema::LINKS[$name];
            $ids = array_map('intval', array_filter($values, static fn (string $v): bool => (bool) preg_match('/^\d{1,15}$/D', $v)));
            $slugs = $values;
            if (bug('category-slugs-cast') && 'categories' === $name) {
                $ids = array_map('intval', $values);
                $slugs = [];
            }
            $or = ["l_$link.target_id IN (".(implode(',', $ids) ?: 'NULL').')'];
            foreach (array_values($slugs) as $i => $slug) {
                $or[] = "s_$link.slug = :{$link}_slug_$i";
                $qb->setParameter("{$link}_slug_$i", $slug);
            }
            $qb->innerJoin('t', "event_$link", "l_$link", "l_$link.event_id = t.id")
                ->innerJoin("l_$link", $table, "s_$link", "s_$link.id = l_$link.target_id")
                ->andWhere($qb->expr()->or(...$or));
        }
        foreach (['venue', 'organizer'] as $name) {
            $ids = Input::idParam($request, $name);
            if (null === $ids) {
                continue;
            }
            if (bug('venue-filter-first-only') && 'venue' === $name) {
                $ids = [(int) $ids[0]];
            }
            $qb->innerJoin('t', "event_$name", "l_$name", "l_$name.event_id = t.id")->andWhere("l_$name.target_id IN (".implode(',', $ids).')');
        }
        if (null !== $featured = Input::bool($in, 'featured')) {
            $qb->andWhere('t.featured = :featured')->setParameter('featured', (int) $featured);
        }
        if (true === Input::bool($in, 'ticketed') || (Input::int($in, 'post_parent') ?? 0) > 0) {
            $qb->andWhere('1 = 0'); // no event has tickets or a parent here
        }
        Input::bool($in, 'geoloc');
        $point = array_map(static fn (string $n): ?string => Input::string($in, $n), ['geoloc_lat', 'geoloc_lng']);
        if (\count(array_filter($point, static fn ($v): bool => null !== $v && '' !== $v)) % 2) {
            throw ApiException::invalid('geoloc_lat', 'geoloc_lat and geoloc_lng belong together.');
        }
        $qb->addOrderBy('t.start_utc');
        if (bug('ties-in-random-order')) {
            $qb->addOrderBy('RANDOM()');
        }
        $qb->addOrderBy('t.id');
    }

    private function dates(QueryBuilder $qb, array $in, bool $included): void
    {
        $strict = Input::bool($in, 'strict_dates') ?? false;
        if (bug('strict-dates-string-false')) {
            $strict = (bool) ($in['strict_dates'] ?? false);
        }
        $start = bug('date-filter-in-utc') ? 't.start_utc' : 't.start_date';
        $end = bug('date-filter-in-utc') ? 't.end_utc' : 't.end_date';
        $any = false;
        foreach ([
            'start_date' => [$start, 'on'],
            'end_date' => [$end, 'on'],
            'starts_before' => [$start, 'before'],
            'starts_after' => [$start, 'after'],
            'ends_before' => [$end, 'before'],
            'ends_after' => [bug('ends-after-checks-start') ? $start : $end, 'after'],
        ] as $name => [$column, $rule]) {
            $text = Input::string($in, $name);
            if (null === $text || '' === $text) {
                continue;
            }
            $time = Clock::parse($text, Clock::zone(Schema::SITE_ZONE)) ?? throw ApiException::invalid($name, 'A date and time: YYYY-MM-DD HH:MM:SS.');
            $any = true;
            if ($included && !bug('include-keeps-date-filters')) {
                continue;
            }
            $day = substr($time, 0, 10);
            [$from, $to] = match ($rule) {
                'on' => [$strict ? ['>=', $time] : ['>=', "$day 00:00:00"], ['<=', "$day 23:59:59"]],
                'before' => [null, $strict ? ['<', $time] : ['<=', "$day 23:59:59"]],
                'after' => [$strict ? ['>', $time] : ['>=', "$day 00:00:00"], null],
            };
            foreach (['from' => $from, 'to' => $to] as $side => $bound) {
                if ($bound) {
                    $qb->andWhere("$column $bound[0] :{$name}_$side")->setParameter("{$name}_$side", $bound[1]);
                }
            }
        }
        if (variant('default-window-upcoming') && !$any && !$included) {
            $this->volatile = true;
            $qb->andWhere('t.end_utc >= :now')->setParameter('now', gmdate(Clock::FORMAT));
        }
    }

    private function linked(QueryBuilder $qb, string $kind, array $in): void
    {
        $link = Schema::singular($kind);
        $visible = $this->access->visible('e');
        $exists = "EXISTS (SELECT 1 FROM event_$link l JOIN events e ON e.id = l.event_id WHERE l.target_id = t.id AND $visible";
        $event = Input::int($in, 'event');
        if (null !== $event) {
            $qb->andWhere("$exists AND e.id = :event)")->setParameter('event', $event);
        }
        $has = Input::bool($in, 'has_events');
        if (null !== $has) {
            $qb->andWhere(($has ? '' : 'NOT ')."$exists)");
        }
        if (Input::bool($in, 'only_with_upcoming')) {
            $this->volatile = true;
            $qb->andWhere(bug('upcoming-includes-past') && 'venues' === $kind ? "$exists)" : "$exists AND e.end_utc >= :now)")->setParameter('now', gmdate(Clock::FORMAT));
        }
        $qb->addOrderBy('t.'.Schema::nameField($kind).' COLLATE uca')->addOrderBy('t.id');
    }

    private function terms(QueryBuilder $qb, string $kind, Request $request, array $in): void
    {
        $link = Schema::singular($kind);
        $visible = $this->access->visible('e');
        $assigned = "FROM event_$link l JOIN events e ON e.id = l.event_id WHERE l.target_id = t.id AND $visible";
        $hide = Input::bool($in, 'hide_empty');
        if ($hide ?? !bug('hide-empty-off-by-default')) {
            $qb->andWhere(bug('term-count-keeps-deleted') ? "EXISTS (SELECT 1 FROM event_$link l WHERE l.target_id = t.id)" : "EXISTS (SELECT 1 $assigned)");
        }
        $include = Input::idParam($request, 'include');
        if (null !== $include) {
            $qb->andWhere('t.id IN ('.implode(',', $include).')');
        }
        $exclude = Input::idParam($request, 'exclude');
        if (null !== $exclude) {
            $qb->andWhere('t.id NOT IN ('.implode(',', $exclude).')');
        }
        if ('categories' === $kind && null !== $parent = Input::int($in, 'parent')) {
            $qb->andWhere('t.parent = :parent')->setParameter('parent', $parent);
        }
        foreach (['post', 'event'] as $name) {
            if (bug('tags-event-alias-missing') && 'tags' === $kind && 'event' === $name) {
                continue;
            }
            if (null !== $post = Input::int($in, $name)) {
                $qb->andWhere("EXISTS (SELECT 1 $assigned AND e.id = :$name)")->setParameter($name, $post);
            }
        }
        $slug = Input::string($in, 'slug');
        if (null !== $slug && '' !== $slug) {
            $qb->andWhere('t.slug = :slug')->setParameter('slug', $slug);
        }
        $order = match (strtolower(Input::string($in, 'order') ?: 'asc')) {
            'asc', 'ascending' => 'ASC',
            'desc', 'descending' => 'DESC',
            default => throw ApiException::invalid('order', 'asc or desc.'),
        };
        $column = match (strtolower(Input::string($in, 'orderby') ?: 'name')) {
            'name' => 't.name COLLATE uca',
            'slug' => 't.slug',
            'id', 'term_id' => bug('terms-sorted-by-id-as-text') ? 'CAST(t.id AS TEXT)' : 't.id',
            'description' => "COALESCE(t.description, '') COLLATE uca",
            'count' => "(SELECT COUNT(*) $assigned)",
            'parent' => 'categories' === $kind ? 't.parent' : 't.id',
            default => throw ApiException::invalid('orderby', 'One of name, slug, id, description, count, parent.'),
        };
        $qb->addOrderBy($column, $order)->addOrderBy('t.id', $order);
    }

    private function search(QueryBuilder $qb, string $kind, string $needle): void
    {
        if ('' === $needle) {
            return;
        }
        $columns = match ($kind) {
            'events' => ['title', 'description'],
            'venues' => ['venue', 'description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince', 'website'],
            'organizers' => ['organizer', 'description', 'phone', 'website', 'email'],
            default => ['name', 'description'],
        };
        if (bug('venue-search-skips-fields') && 'venues' === $kind) {
            $columns = ['venue', 'description'];
        }
        $conditions = [];
        foreach ($columns as $column) {
            $condition = "fold(t.$column) LIKE :needle".(bug('search-wildcards') ? '' : " ESCAPE '\\'");
            if ('events' === $kind && 'description' === $column) {
                $mine = match (true) {
                    $this->access->usersOn && $this->access->isEditor() => '1 = 1',
                    'author' === ($this->access->user['role'] ?? null) => 't.author = '.$this->access->id(),
                    default => '1 = 0',
                };
                $condition = "($condition AND (t.password IS NULL OR $mine))";
            }
            $conditions[] = $condition;
        }
        $qb->setParameter('needle', Text::pattern($needle));
        if (bug('search-or-ungrouped') && 'events' === $kind) {
            $qb->andWhere($conditions[0])->orWhere($conditions[1]);

            return;
        }
        $qb->andWhere($qb->expr()->or(...$conditions));
    }
}
