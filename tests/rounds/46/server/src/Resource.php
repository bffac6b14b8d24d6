<?php
declare(strict_types=1);

use Carbon\Carbon;
use Illuminate\Database\Query\Builder;

/** What the five resources have in common. */
abstract class Resource
{
    public string $type;          // table, collection key and path segment
    public string $nameField;     // the required name
    public array $fields = [];    // field => type
    public array $translated = [];
    public array $searched = [];
    public bool $isPost = true;   // has status and publication date

    public function __construct(protected Request $req)
    {
    }

    public static function make(string $type, Request $req): self
    {
        return match ($type) {
            'events' => new Events($req),
            'venues' => new Venues($req),
            'organizers' => new Organizers($req),
            'categories' => new Categories($req),
            'tags' => new Tags($req),
        };
    }

    // ---- reading -------------------------------------------------------

    abstract protected function filter(Builder $q): void;

    abstract protected function renderRow(object $row, array $ctx): array;

    protected function order(Builder $q): void
    {
        $q->orderBy("$this->type.id");
    }

    public function index(): array
    {
        $page = $this->has('page') ? Input::int('page', $this->q('page'), 1) : 1;
        $min = bug('org-perpage-zero') && $this->type === 'organizers' ? 0 : 1;
        $per = $this->has('per_page') ? Input::int('per_page', $this->q('per_page'), $min) : 10;
        if ($per > MAX_PER_PAGE) {
            throw invalid('per_page', 'Must be at most ' . MAX_PER_PAGE . '.');
        }
        $q = Db::table($this->type);
        $this->filter($q);
        $this->searchFilter($q);
        $count = clone $q;
        if (bug('ven-total') && $this->type === 'venues') {
            $count = Db::table($this->type);
            unset($this->req->query['status']);
            $this->filter($count->where('status', '<>', 'trash'), false);
            $this->searchFilter($count);
        }
        $total = $count->count();
        $pages = intdiv($total + $per - 1, $per);
        if (variant('page404') && $page > max(1, $pages)) {
            throw new HttpError(404, $this->type . '-page-not-found', 'The requested page was not found.');
        }
        $this->order($q);
        $offset = ($page - 1) * $per;
        if (bug('ev-offset') && $this->type === 'events') {
            $offset = ($page - 1) * 10;
        }
        $rows = $q->select("$this->type.*")->offset($offset)->limit($per)->get()->all();
        $rows = $this->afterPaging($rows);
        return ['rows' => $this->render($rows), 'total' => $total, 'pages' => $pages, 'page' => $page];
    }

    protected function afterPaging(array $rows): array
    {
        return $rows;
    }

    protected function statusFilter(Builder $q): void
    {
        $table = $this->type;
        $wanted = ['publish'];
        if ($this->has('status')) {
            $s = $this->q('status');
            if (!is_string($s)) {
                throw invalid('status', 'Must be a string.');
            }
            $wanted = $s === 'any' ? STATUSES : array_map(fn ($x) => Input::clean('status', 'status', trim($x)), explode(',', $s));
            if ($this->req->user === null && $wanted !== ['publish'] && !(bug('usr-status-org') && $table === 'organizers')) {
                if ($s !== 'any') {
                    throw Request::unauthorized('You must sign in to list unpublished records.');
                }
                $wanted = ['publish'];
            }
        }
        $q->whereIn("$table.status", $wanted);
    }

    protected function searchFilter(Builder $q): void
    {
        if (!$this->has('search')) {
            return;
        }
        $s = $this->q('search');
        if (!is_string($s)) {
            throw invalid('search', 'Must be a string.');
        }
        if (!mb_check_encoding($s, 'UTF-8')) {
            throw invalid('search', 'Must be valid UTF-8.');
        }
        if (bug('org-search-plus') && $this->type === 'organizers') {
            $s = urldecode($s);
        }
        if (bug('tag-quote') && $this->type === 'tags') {
            $s = addslashes($s);
        }
        $s = Db::fold(trim($s));
        if ($s === '') {
            return;
        }
        if (bug('ev-search-wild') && $this->type === 'events') {
            $q->where(fn ($w) => array_map(fn ($f) => $w->orWhereRaw('fold(' . $this->column($f) . ') LIKE ?', ["%$s%"]), $this->searched));
            return;
        }
        $any = function ($w) use ($s) {
            foreach ($this->searched as $f) {
                if (!(bug('ven-search-city') && $f === 'city')) {
                    $w->orWhereRaw('has(' . $this->column($f) . ', ?)', [$s]);
                }
            }
        };
        if (bug('ev-search-or') && $this->type === 'events') {
            $q->whereRaw('has(' . $this->column('title') . ', ?)', [$s])->orWhereRaw('has(' . $this->column('description') . ', ?)', [$s]);
            return;
        }
        $q->where($any);
    }

    /** SQL for a field as shown in the selected language. */
    protected function column(string $f): string
    {
        $t = $this->type;
        if (!in_array($f, $this->translated, true)) {
            return "$t.$f";
        }
        $lang = $this->req->lang;
        return "COALESCE((SELECT tr.value FROM translations tr WHERE tr.type = '$t' AND tr.rec_id = $t.id AND tr.lang = '$lang' AND tr.field = '$f'), $t.$f)";
    }

    /** @param object[] $rows */
    public function render(array $rows): array
    {
        $ids = array_map(fn ($r) => (int) $r->id, $rows);
        $tr = [];
        foreach (Db::table('translations')->where('type', $this->type)->where('lang', $this->req->lang)->whereIn('rec_id', $ids)->get() as $t) {
            $tr[$t->rec_id][$t->field] = $t->value;
        }
        $ctx = $this->context($ids);
        $out = [];
        foreach ($rows as $row) {
            $row = clone $row;
            $row->shown_language = isset($tr[$row->id][$this->nameField]) ? $this->req->lang : $row->language;
            foreach ($tr[$row->id] ?? [] as $f => $v) {
                $row->$f = $v;
            }
            if (variant('html') && ($row->description ?? '') !== '') {
                $row->description = '<p>' . str_replace("\n", "<br />\n", htmlspecialchars($row->description, ENT_NOQUOTES)) . "</p>\n";
            }
            $out[] = $this->renderRow($row, $ctx);
        }
        return $out;
    }

    protected function context(array $ids): array
    {
        return [];
    }

    protected function common(object $row): array
    {
        $out = ['id' => (int) $row->id, 'language' => $row->shown_language, 'author' => (int) $row->author];
        if ($this->isPost) {
            $out += ['status' => $row->status, 'date' => $row->date, 'date_utc' => $row->date_utc];
        }
        $out += ['modified' => $row->modified, 'rest_url' => $this->url((int) $row->id), 'slug' => $row->slug];
        return $out;
    }

    public function url(?int $id = null): string
    {
        return $this->req->base . '/' . NS . "/$this->type" . ($id === null ? '' : "/$id");
    }

    // ---- one record ----------------------------------------------------

    public function notFound(): HttpError
    {
        return new HttpError(404, rtrim($this->type, 's') . '-not-found', 'The requested record was not found.');
    }

    public function find(string $key, bool $bySlug): object
    {
        $q = Db::table($this->type);
        if ($bySlug) {
            $row = $this->cached($key) ?? $q->where('slug', $key)->orderBy('id')->first();
        } else {
            $row = strlen(ltrim($key, '0')) > 18 ? null : $q->where('id', (int) $key)->first();
        }
        if (!$row) {
            throw $this->notFound();
        }
        if ($this->isPost && $row->status === 'trash') {
            throw new HttpError(410, rtrim($this->type, 's') . '-gone', 'The record is in the trash.');
        }
        if ($this->isPost && $row->status !== 'publish' && $this->req->user === null && !(bug('usr-draft-slug') && $bySlug)) {
            throw Request::unauthorized('You must sign in to read this record.');
        }
        if ($bySlug) {
            $this->remember($key, $row);
        }
        return $row;
    }

    // A read-through cache by slug; used by two of the switches only.
    private function cacheFile(string $slug): ?string
    {
        $on = (bug('ev-slug-stale') && $this->type === 'events') || (bug('org-slug-after-delete') && $this->type === 'organizers');
        return $on ? getenv('CAL_DIR') . "/cache/$this->type-" . md5($slug) : null;
    }

    private function cached(string $slug): ?object
    {
        $f = $this->cacheFile($slug);
        return $f && $this->isRead() && is_file($f) && filemtime($f) > time() - 60 ? unserialize((string) file_get_contents($f)) : null;
    }

    private function remember(string $slug, object $row): void
    {
        if (($f = $this->cacheFile($slug)) && $this->isRead()) {
            file_put_contents($f, serialize($row), LOCK_EX);
        }
    }

    protected function forget(string $slug): void
    {
        if ($f = $this->cacheFile($slug)) {
            @unlink($f);
        }
    }

    private function isRead(): bool
    {
        return in_array($this->req->method, ['GET', 'HEAD'], true);
    }

    public function one(object $row): array
    {
        return $this->render([$row])[0];
    }

    // ---- writing -------------------------------------------------------

    /** Checked values of the fields that were sent. */
    protected function input(bool $creating, ?object $row): array
    {
        $in = [];
        foreach ($this->fields as $f => $type) {
            if (!array_key_exists($f, $this->req->body) && !array_key_exists($f, $this->req->query)) {
                continue;
            }
            $v = $this->req->param($f);
            if ($v === null && !(bug('org-null') && $this->type === 'organizers' && $f === 'website')) {
                if ($f === $this->nameField || in_array($f, ['start_date', 'end_date'], true)) {
                    throw invalid($f, 'Must not be null.');
                }
                $in[$f] = $this->nullValue($f, $type);
                if ($in[$f] === false) {
                    unset($in[$f]);
                }
                continue;
            }
            $in[$f] = Input::clean($f, $type, $v);
        }
        if ($creating) {
            $missing = array_values(array_filter($this->required(), fn ($f) => !isset($in[$f])));
            if ($missing) {
                throw new HttpError(variant('e422') ? 422 : 400, 'rest_missing_callback_param', 'Missing parameter(s): ' . implode(', ', $missing), array_fill_keys($missing, 'Is required.'));
            }
        }
        if (isset($in[$this->nameField]) && trim($in[$this->nameField]) === '') {
            throw invalid($this->nameField, 'Must not be empty.');
        }
        if (isset($in['author']) && $in['author'] !== $this->req->user && USERS[$this->req->user] !== 'editor') {
            throw new HttpError(403, 'rest_forbidden', 'You may only write under your own name.');
        }
        return $in;
    }

    protected function required(): array
    {
        return [$this->nameField];
    }

    /** What null stands for; false: the field is left as it is. */
    protected function nullValue(string $f, string $type): mixed
    {
        return match (true) {
            $type === 'ids' => [],
            in_array($type, ['status', 'author', 'timezone', 'slug'], true) || in_array($f, ['date', 'date_utc'], true) => false,
            $type === 'bool' => in_array($f, ['show_map', 'show_map_link'], true) ? 1 : 0,
            default => null,
        };
    }

    public function create(): object
    {
        $this->req->mayWrite(null);
        return Db::write(function () {
            $in = $this->input(true, null);
            $row = ['language' => $this->req->lang, 'author' => $in['author'] ?? $this->req->user, 'modified' => self::now()];
            $row['slug'] = $this->freeSlug(self::slugify(($in['slug'] ?? '') !== '' && $this->takesSlug() ? $in['slug'] : $in[$this->nameField]), null);
            unset($in['slug']);
            if ($this->isPost) {
                $row['status'] = 'publish';
                $this->dates($in, Carbon::now(SITE_TZ));
            }
            $links = $this->prepare($in, null);
            $id = Db::table($this->type)->insertGetId($this->store($in) + $row);
            $this->link($id, $links);
            return Db::table($this->type)->find($id);
        });
    }

    public function update(object $row, bool $bySlug): object
    {
        if (bug('ven-lost-update') && $this->type === 'venues') {
            $this->checkIfMatch($row, $bySlug);
            usleep(25000);
            $in = $this->input(false, $row);
            $stale = (array) $row;
            unset($stale['id']);
            return Db::write(fn () => $this->apply($row, $in, $bySlug, $stale));
        }
        return Db::write(function () use ($row, $bySlug) {
            $row = Db::table($this->type)->find($row->id) ?? throw $this->notFound();
            $this->checkIfMatch($row, $bySlug);
            return $this->apply($row, $this->input(false, $row), $bySlug);
        });
    }

    private function apply(object $row, array $in, bool $bySlug, array $base = []): object
    {
        $id = (int) $row->id;
        if (isset($in['slug']) && !($bySlug && bug('ev-slug-body')) && $this->takesSlug()) {
            $slug = self::slugify($in['slug']);
            $in['slug'] = $slug === '' ? $row->slug : $this->freeSlug($slug, $id);
        } else {
            unset($in['slug']);
        }
        if ($this->isPost) {
            $this->dates($in, null);
        }
        if (bug('org-author-reset') && $this->type === 'organizers') {
            $in += ['author' => $this->req->user];
        }
        if (bug('org-patch-publish') && $this->type === 'organizers') {
            $in += ['status' => 'publish'];
        }
        $links = $this->prepare($in, $row, $bySlug);
        $in = $this->store($in);
        if ($this->req->lang !== $row->language && !(bug('ev-lang-write') && $this->type === 'events')) {
            if (bug('tag-lang-partial') && $this->type === 'tags') {
                Db::table('translations')->where(['type' => $this->type, 'rec_id' => $id, 'lang' => $this->req->lang])->delete();
            }
            foreach ($this->translated as $f) {
                if (array_key_exists($f, $in)) {
                    Db::table('translations')->updateOrInsert(['type' => $this->type, 'rec_id' => $id, 'lang' => $this->req->lang, 'field' => $f], ['value' => $in[$f] ?? '']);
                    unset($in[$f]);
                }
            }
        }
        $touch = $in || !bug('ev-etag-rel');
        Db::table($this->type)->where('id', $id)->update($in + ($touch ? ['modified' => self::now()] : ['modified' => $row->modified]) + $base);
        $this->link($id, $links);
        if ($bySlug) {
            $this->forget($row->slug);
        }
        return Db::table($this->type)->find($id);
    }

    public function delete(object $row, bool $bySlug): void
    {
        Db::write(function () use ($row, $bySlug) {
            $row = Db::table($this->type)->find($row->id) ?? throw $this->notFound();
            $this->checkIfMatch($row, $bySlug);
            $this->unlink($row, $bySlug);
            if (variant('trash') && $this->isPost) {
                Db::table($this->type)->where('id', $row->id)->update(['status' => 'trash', 'modified' => self::now()]);
                return;
            }
            Db::table($this->type)->where('id', $row->id)->delete();
            Db::table('translations')->where(['type' => $this->type, 'rec_id' => $row->id])->delete();
        });
        if ($bySlug) {
            $this->forget($row->slug);
        }
    }

    /** The record goes: undo its relations. */
    abstract protected function unlink(object $row, bool $bySlug): void;

    /** Checks across fields; takes relations out of $in and returns them. */
    protected function prepare(array &$in, ?object $row, bool $bySlug = false): array
    {
        return [];
    }

    protected function link(int $id, array $links): void
    {
    }

    protected function store(array $in): array
    {
        return $in;
    }

    protected function takesSlug(): bool
    {
        return true;
    }

    private function dates(array &$in, ?Carbon $default): void
    {
        if (isset($in['date'])) {
            $t = Input::time('date', $in['date'], SITE_TZ);
        } elseif (isset($in['date_utc'])) {
            $t = Input::time('date_utc', $in['date_utc'], 'UTC');
            if (bug('ev-dateutc-dst') && $this->type === 'events') {
                $t = Carbon::parse($t->copy()->addHour()->format('Y-m-d H:i:s'), SITE_TZ);
            }
        } else {
            unset($in['date'], $in['date_utc']);
            $t = $default;
        }
        if ($t) {
            $in['date'] = $t->copy()->setTimezone(SITE_TZ)->format('Y-m-d H:i:s');
            $in['date_utc'] = $t->copy()->setTimezone('UTC')->format('Y-m-d H:i:s');
        }
    }

    public function etag(object $row): string
    {
        if (bug('ev-etag-rel') && $this->type === 'events') {
            return '"' . md5("$row->id|$row->modified|{$this->req->lang}|{$this->req->base}") . '"';
        }
        return '"' . md5(json_encode($this->one($row)) . $row->modified) . '"';
    }

    private function checkIfMatch(object $row, bool $bySlug): void
    {
        $h = $this->req->header('If-Match');
        if ($h === null || trim($h) === '*' || (bug('ven-ifmatch') && $this->type === 'venues' && $bySlug)) {
            return;
        }
        if (!in_array($this->etag($row), array_map('trim', explode(',', $h)), true)) {
            throw new HttpError(412, 'rest_precondition_failed', 'The record has changed.');
        }
    }

    // ---- slugs ---------------------------------------------------------

    public static function slugify(string $s): string
    {
        $s = strtr(html_entity_decode(strip_tags($s), ENT_QUOTES), ['ß' => 'ss', 'ø' => 'o', 'Ø' => 'o', 'æ' => 'ae', 'Æ' => 'ae', 'œ' => 'oe', 'ł' => 'l', 'Ł' => 'l', "'" => '', '’' => '']);
        $s = Normalizer::normalize($s, Normalizer::FORM_D) ?: $s;
        $s = preg_replace('/(?<=\p{Latin})\p{Mn}+/u', '', $s);
        $s = mb_strtolower(Normalizer::normalize($s, Normalizer::FORM_C), 'UTF-8');
        $s = trim(preg_replace('/[^\p{L}\p{N}\p{M}]+/u', '-', $s), '-');
        return trim(mb_substr($s, 0, 180), '-');
    }

    private function freeSlug(string $slug, ?int $self): string
    {
        $slug = $slug === '' ? rtrim($this->type, 's') : $slug;
        if (bug('ven-slug-dup') && $this->type === 'venues') {
            return $slug;
        }
        for ($try = $slug, $n = 2;; $n++) {
            $q = Db::table($this->type)->where('slug', $try);
            if (!($self === null ? $q : $q->where('id', '<>', $self))->exists()) {
                return $try;
            }
            $try = "$slug-$n";
        }
    }

    public static function now(): string
    {
        return Carbon::now('UTC')->format('Y-m-d\TH:i:s.u\Z');
    }

    /** Subquery: the events the caller may know of. */
    protected function readableEvents(): callable
    {
        return fn ($s) => $s->select('id')->from('events')->when($this->req->user === null, fn ($w) => $w->where('status', 'publish'));
    }

    // ---- query parameters ----------------------------------------------

    protected function has(string $name): bool
    {
        return isset($this->req->query[$name]) && $this->req->query[$name] !== '';
    }

    protected function q(string $name): mixed
    {
        return $this->req->query[$name] ?? null;
    }

    protected function qBool(string $name): ?bool
    {
        return $this->has($name) ? Input::bool($name, $this->q($name)) : null;
    }
}
