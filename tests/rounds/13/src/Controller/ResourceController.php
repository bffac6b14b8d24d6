<?php

declare(strict_types=1);

namespace Calendar\Controller;

use Calendar\App;
use Calendar\Auth;
use Calendar\Http\Conditional;
use Calendar\Http\HttpException;
use Calendar\Http\Request;
use Calendar\Http\Response;
use Calendar\ListQuery;
use Calendar\Presenter;
use Calendar\Repository\Repository;
use Calendar\ResponseCache;
use Calendar\Schema;
use Calendar\User;
use Calendar\Validator;

abstract class ResourceController
{
    public function __construct(
        public readonly string $kind,
        protected Repository $repository,
        protected Auth $auth,
        protected ResponseCache $cache,
        protected Validator $validator,
        protected Presenter $presenter,
    ) {
    }

    /** @return list<string> query parameters of the list */
    abstract protected function parameters(): array;

    public function list(Request $request): Response
    {
        $user = $this->auth->identify($request);
        $query = new ListQuery($request, $this->parameters());
        $render = function () use ($query, $request, $user): Response {
            $found = $this->repository->search($query, $user);
            $items = array_map(fn (array $row): array => $this->presenter->item($this->kind, $row, $request, $user, false), $found['rows']);

            return $this->page($query, $items, $found['total']);
        };
        $response = $this->timeless($query) ? $this->cache->remember('list', $this->kind, $request->queryKey(), $request, $user, $render) : $render();

        return Conditional::apply($request, clone $response);
    }

    public function create(Request $request): Response
    {
        $user = $this->auth->identify($request);
        $this->auth->requireWriter($user);
        $values = $this->validator->clean($this->kind, $request->fields(), null);
        $id = $this->repository->create($values, $user, $request->language);
        $this->cache->touch($this->kind, $request);
        $location = ['Location' => $request->root() . '/' . App::NS . "/{$this->kind}/$id"];
        if (variant('bodiless')) {
            return new Response(201, '', $location);
        }
        $response = $this->show($this->repository->find($id), $request, $user, true);
        $response->status = variant('envelope') ? 200 : 201;
        $response->headers += $location;

        return $response;
    }

    public function read(Request $request, string $id): Response
    {
        return $this->readRow($request, $this->byId($id));
    }

    public function readBySlug(Request $request, string $slug): Response
    {
        $row = $this->bySlug($slug);
        if (variant('redirects')) {
            $this->reachable($this->auth->identify($request), $row);

            return new Response(303, '', $this->canonical($request, $row));
        }

        return $this->readRow($request, $row);
    }

    public function update(Request $request, string $id): Response
    {
        $user = $this->writer($request);

        return $this->change($request, $user, $this->byId($id), false);
    }

    public function updateBySlug(Request $request, string $slug): Response
    {
        $user = $this->writer($request);
        $row = $this->bySlug($slug);
        if (variant('redirects')) {
            return new Response(308, '', $this->canonical($request, $row));
        }

        return $this->change($request, $user, $row, true);
    }

    public function delete(Request $request, string $id): Response
    {
        return $this->remove($request, $this->writer($request), $this->byId($id), false);
    }

    public function deleteBySlug(Request $request, string $slug): Response
    {
        if (bug('us-reader-delete-slug')) {
            $user = $this->auth->identify($request);
            if (!$user->seesHidden()) {
                throw Auth::loginRequired();
            }
            if ($user->role === 'reader') {
                $user = new User($user->id, $user->login, 'editor', true);
            }
        } else {
            $user = $this->writer($request);
        }
        $row = $this->bySlug($slug);
        if (variant('redirects')) {
            return new Response(308, '', $this->canonical($request, $row));
        }

        return $this->remove($request, $user, $row, true);
    }

    protected function change(Request $request, User $user, array $row, bool $bySlug): Response
    {
        $unlocked = $this->unlock($request, $user, $row);
        if (!$user->owns($row) && !(bug('us-author-patch') && $request->method === 'PATCH')) {
            throw new HttpException(403, 'forbidden', 'This record belongs to somebody else.');
        }
        if (($row['status'] ?? '') === 'trash') {
            throw new HttpException(409, 'in_trash', 'The record lies in the trash.');
        }
        Conditional::guard($request, $this->show($row, $request, $user, true)->headers['ETag']);
        $values = $this->validator->clean($this->kind, $request->fields(), $row);
        $values = $this->prepare($request, $row, $values, $bySlug);
        if (variant('bodiless') && $request->method === 'PUT') {
            $keep = array_flip([...Schema::required($this->kind), 'author', 'date', 'date_utc', 'slug', 'password']);
            $values += array_diff_key(Schema::defaults($this->kind), $keep);
        }
        if (bug('or-lang-patch') && $this->kind === 'organizers' && $request->method === 'PATCH' && $request->has('ml_language')) {
            // shown from the merged values, never written
            $this->cache->touch($this->kind, $request);

            return $this->show($values + $row, $request, $user, true, false);
        }
        $this->repository->update($row, $values, $request->language, $bySlug);
        $this->cache->touch($this->kind, $request);
        if (variant('bodiless')) {
            return new Response(204);
        }

        return $this->show($this->repository->find((int) $row['id']), $request, $user, true);
    }

    protected function remove(Request $request, User $user, array $row, bool $bySlug): Response
    {
        $this->unlock($request, $user, $row);
        if (!$user->owns($row)) {
            throw new HttpException(403, 'forbidden', 'This record belongs to somebody else.');
        }
        if (!bug('ht-ifmatch-delete')) {
            Conditional::guard($request, $this->show($row, $request, $user, true)->headers['ETag']);
        }
        $last = $this->presenter->item($this->kind, $row, $request, $user, true);
        if (bug('ta-lang-delete') && $this->kind === 'tags' && $request->segment !== '') {
            return $this->deleted($last);
        }
        if (variant('trash') && !Schema::isTerm($this->kind) && $row['status'] !== 'trash') {
            $this->repository->trash($row);
            $this->cache->touch($this->kind, $request);

            return $this->show($this->repository->find((int) $row['id']), $request, $user, true);
        }
        $this->repository->delete($row);
        if (!(bug('or-delete-slug-list') && $this->kind === 'organizers' && $bySlug)) {
            $this->cache->touch($this->kind, $request);
        }

        return $this->deleted($last);
    }

    private function deleted(array $last): Response
    {
        return variant('bodiless') ? new Response(204) : Response::json(200, variant('envelope') ? ['data' => $last] : $last);
    }

    /** Last changes to the checked values before they are stored. */
    protected function prepare(Request $request, array $row, array $values, bool $bySlug): array
    {
        return $values;
    }

    /** Whether a list may be kept: not when it depends on the clock. */
    protected function timeless(ListQuery $query): bool
    {
        return true;
    }

    /** Refuses what this user may not see. */
    protected function reachable(User $user, array $row): void
    {
        if (($row['status'] ?? 'publish') !== 'publish' && !$user->seesHidden()) {
            throw Auth::loginRequired();
        }
    }

    /** Checks the password of the request; true when the record lies open to it. */
    protected function unlock(Request $request, User $user, array $row): bool
    {
        return true;
    }

    private function readRow(Request $request, array $row): Response
    {
        $user = $this->auth->identify($request);
        $this->reachable($user, $row);
        $unlocked = $this->unlock($request, $user, $row);

        return Conditional::apply($request, $this->show($row, $request, $user, $unlocked));
    }

    protected function show(array $row, Request $request, User $user, bool $unlocked, bool $cached = true): Response
    {
        $render = function () use ($row, $request, $user, $unlocked): Response {
            $data = $this->presenter->item($this->kind, $row, $request, $user, $unlocked);
            $response = Response::json(200, variant('envelope') ? ['data' => $data] : $data);
            $seed = $response->body;
            if (bug('ht-etag-stale')) {
                $seed = json_encode([$row['id'], $row[Schema::NAME[$this->kind]], $row['slug'], $row['status'] ?? '']);
            }
            $response->headers['ETag'] = Conditional::etag($seed);

            return $response;
        };
        $response = $cached ? $this->cache->remember('item', $this->kind, $row['id'] . ($unlocked ? '+' : '-'), $request, $user, $render) : $render();

        return clone $response;
    }

    private function page(ListQuery $query, array $items, int $total): Response
    {
        $pages = (int) ceil($total / $query->perPage);
        $base = $query->request->root() . '/' . App::NS . "/{$this->kind}";
        $headers = ['X-Total' => (string) $total, 'X-Total-Pages' => (string) $pages];
        if (variant('wp')) {
            if ($query->page > 1 && $query->page > $pages) {
                throw new HttpException(404, 'rest_post_invalid_page_number', 'There is no such page.');
            }
            $data = $items;
            $headers = ['X-WP-Total' => (string) $total, 'X-WP-TotalPages' => (string) $pages];
        } elseif (variant('envelope')) {
            $data = ['data' => $items, 'meta' => ['pagination' => ['total' => $total, 'current' => $query->page, 'last' => $pages]]];
        } else {
            $data = [$this->kind => $items, 'rest_url' => $base, 'page' => $query->page, 'per_page' => $query->perPage, 'total' => $total, 'total_pages' => $pages];
            if ($query->page < $pages) {
                $data['next_rest_url'] = $this->pageUrl($query, $base, $query->page + 1);
            }
            if ($query->page > 1 && $query->page <= $pages + 1) {
                $data['previous_rest_url'] = $this->pageUrl($query, $base, $query->page - 1);
            }
        }
        $response = Response::json(200, $data, $headers);
        $response->headers['ETag'] = Conditional::etag($response->body);

        return $response;
    }

    private function pageUrl(ListQuery $query, string $base, int $page): string
    {
        $pairs = array_filter(explode('&', explode('?', $query->request->target, 2)[1] ?? ''), static fn (string $pair): bool => $pair !== '' && !preg_match('~^page(=|$)~', $pair));

        return $base . '?' . implode('&', [...$pairs, "page=$page"]);
    }

    private function writer(Request $request): User
    {
        $user = $this->auth->identify($request);
        $this->auth->requireWriter($user);

        return $user;
    }

    private function byId(string $id): array
    {
        $digits = ltrim($id, '0');
        $row = strlen($digits) > 18 ? null : $this->repository->find((int) $digits);

        return $row ?? throw HttpException::notFound();
    }

    private function bySlug(string $slug): array
    {
        return $this->repository->findBySlug($slug) ?? throw HttpException::notFound();
    }

    /** @return array<string, string> */
    private function canonical(Request $request, array $row): array
    {
        $query = explode('?', $request->target, 2)[1] ?? '';

        return ['Location' => '/' . App::NS . "/{$this->kind}/{$row['id']}" . ($query === '' ? '' : "?$query")];
    }
}
