<?php
declare(strict_types=1);

namespace Calendar;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

final class ResourceController
{
    private Access $access;
    private Repository $repository;
    private Presenter $presenter;

    private function prepare(Request $request): void
    {
        $this->access = $request->attributes->get('_access');
        $this->repository = new Repository(Database::get(), $this->access);
        $this->presenter = new Presenter($this->repository);
    }

    private function language(Request $request, array $in): ?string
    {
        return Input::language($in) ?? $request->attributes->get('site');
    }

    public function list(Request $request, string $kind): Response
    {
        $this->prepare($request);
        $in = Input::query($request);
        $language = $this->language($request, $in);
        $page = Input::int($in, 'page', 1) ?? 1;
        $perPage = Input::int($in, 'per_page', 1) ?? 10;
        if ($perPage > 1000 || $page > 1000000000) {
            throw ApiException::invalid($perPage > 1000 ? 'per_page' : 'page', 'Too large.');
        }
        $cache = new ListCache($kind, (string) $request->server->get('QUERY_STRING'), $language, $this->access, $this->repository->generation());
        $answer = $cache->get();
        if (null === $answer) {
            $lists = new Lists($this->repository, $this->access);
            ['rows' => $rows, 'total' => $total] = $this->repository->page($lists->query($kind, $request, $language), $kind, $page, $perPage);
            $records = array_map(fn (array $row): array => $this->presenter->record($kind, $row, !bug('password-list-leak') && $this->locked($kind, $row)), $rows);
            $paging = ['total' => $total, 'total_pages' => (int) ceil($total / $perPage), 'page' => $page, 'per_page' => $perPage];
            $answer = variant('data-envelope') ? ['data' => $records, 'meta' => $paging] : [$kind => $records] + $paging;
            if (!$lists->volatile) {
                $cache->put($answer);
            }
        }
        if (variant('page-past-end-404') && $page > 1 && $page > ($answer['total_pages'] ?? $answer['meta']['total_pages'])) {
            throw new ApiException(404, 'page_not_found', 'There is no such page.');
        }

        return Responder::conditional($request, Responder::json($answer), '"'.md5(Responder::encode($answer)).'"');
    }

    public function create(Request $request, string $kind): Response
    {
        $this->prepare($request);
        if (!$this->access->canCreate($kind)) {
            throw $this->access->deny();
        }
        $in = Input::body($request);
        $language = $this->language($request, $in) ?? 'en';
        $data = Input::fields($kind, $in, null);
        $this->checkAuthor($data);
        if (isset($data['password']) && '' === $data['password']) {
            $data['password'] = null;
        }
        $record = $this->repository->write(fn (): array => $this->stored($kind, $this->repository->create($kind, $data, $language)), 'slug-race');
        $base = $request->getSchemeAndHttpHost().explode('?', $request->getRequestUri())[0];

        return Responder::json(Responder::item($record), 201, ['Location' => rtrim($base, '/')."/$record[id]", 'ETag' => Responder::etag($record)]);
    }

    public function show(Request $request, string $kind, ?string $id = null, ?string $slug = null): Response
    {
        $this->prepare($request);
        $in = Input::query($request);
        $this->language($request, $in);
        $row = $this->load($kind, $id, $slug);
        if (!(bug('password-by-slug-open') && null !== $slug)) {
            $this->unlock($kind, $row, null === $slug ? Input::string($in, 'password') : null);
        }
        $record = $this->presenter->record($kind, $row);

        return Responder::conditional($request, Responder::json(Responder::item($record)), Responder::etag($record));
    }

    public function update(Request $request, string $kind, ?string $id = null, ?string $slug = null): Response
    {
        $this->prepare($request);
        $in = Input::body($request);
        $this->language($request, $in);
        $old = $this->load($kind, $id, $slug);
        $this->allow($kind, $old, $slug);
        $record = $this->repository->write(function () use ($request, $kind, $id, $slug, $in, $old): array {
            $row = $this->load($kind, $id ?? (string) $old['id'], null);
            $password = null === $slug ? Input::string($in, 'password') : null;
            $locked = $this->locked($kind, $row);
            $this->unlock($kind, $row, $password);
            $this->precondition($request, $kind, $row);
            if (null !== $slug && (bug('by-slug-update-keeps-slug') || 'events' !== $kind)) {
                unset($in['slug']);
            }
            $data = Input::fields($kind, $in, $row);
            if (null !== $slug || $locked) {
                unset($data['password']);
            } elseif ('' === ($data['password'] ?? null)) {
                $data['password'] = null;
            }
            if ($locked && bug('password-lost-on-update')) {
                $data['password'] = null;
            }
            $this->checkAuthor($data, $row);
            $this->repository->update($kind, $row, $data);

            return $this->stored($kind, (int) $row['id']);
        }, 'lost-update');
        if (bug('update-answers-old-state')) {
            return Responder::json(Responder::item($this->presenter->record($kind, $old)));
        }

        return Responder::json(Responder::item($record), 200, ['ETag' => Responder::etag($record)]);
    }

    public function delete(Request $request, string $kind, ?string $id = null, ?string $slug = null): Response
    {
        $this->prepare($request);
        $in = str_starts_with((string) $request->headers->get('Content-Type'), 'multipart/') ? Input::query($request) : Input::body($request);
        $this->language($request, $in);
        $old = $this->load($kind, $id, $slug);
        if (!(bug('reader-may-delete') && null !== $this->access->user)) {
            $this->allow($kind, $old, null);
        }
        $row = $this->repository->write(function () use ($request, $kind, $slug, $in, $old): array {
            $row = $this->load($kind, (string) $old['id'], null);
            $this->unlock($kind, $row, null === $slug ? Input::string($in, 'password') : null);
            $this->precondition($request, $kind, $row);
            if (null !== $slug && bug('delete-by-slug-keeps-record')) {
                $this->repository->db->update($kind, ['slug' => $row['slug'].'__trashed'], ['id' => $row['id']]);
            } else {
                $this->repository->delete($kind, $row);
            }

            return $row;
        }, 'delete');
        if (variant('delete-moves-to-trash') && !Schema::isTerm($kind)) {
            $row['status'] = 'trash';
        }

        return Responder::json(Responder::item($this->presenter->record($kind, $row)));
    }

    private function stored(string $kind, int $id): array
    {
        return $this->presenter->record($kind, $this->repository->find($kind, (string) $id));
    }

    private function load(string $kind, ?string $id, ?string $slug): array
    {
        $row = null !== $id ? $this->repository->find($kind, $id) : $this->repository->findBySlug($kind, $slug);
        if (null === $row) {
            throw ApiException::notFound();
        }
        $open = (bug('draft-by-id-readable') && null !== $id && 'events' === $kind) || (bug('draft-venue-by-slug') && null !== $slug && 'venues' === $kind);
        if (!$open && !$this->access->canSee($kind, $row)) {
            throw ApiException::notFound();
        }

        return $row;
    }

    private function allow(string $kind, array $row, ?string $slug): void
    {
        if (bug('author-edits-others-by-slug') && null !== $slug && $this->access->canCreate($kind)) {
            return;
        }
        if (!$this->access->canEdit($kind, $row)) {
            throw $this->access->deny();
        }
    }

    private function checkAuthor(array $data, ?array $current = null): void
    {
        if (!isset($data['author']) || !$this->access->usersOn) {
            return;
        }
        if (!isset(Access::USERS[$data['author']])) {
            throw ApiException::invalid('author', 'There is no such user.');
        }
        if (!$this->access->isEditor() && $data['author'] !== $this->access->id()) {
            throw $this->access->deny();
        }
    }

    /** Whether the visitor needs the password of the event. */
    private function locked(string $kind, array $row): bool
    {
        return 'events' === $kind && null !== $row['password'] && '' !== $row['password']
            && !($this->access->usersOn && $this->access->canEdit($kind, $row));
    }

    private function unlock(string $kind, array $row, ?string $given): void
    {
        if (!$this->locked($kind, $row)) {
            return;
        }
        if (null === $given || '' === $given) {
            throw new ApiException(403, 'password_required', 'This event is protected by a password.');
        }
        if (hash_equals($row['password'], $given)) {
            return;
        }
        throw new ApiException(403, 'password_wrong', 'The password is wrong.');
    }

    private function precondition(Request $request, string $kind, array $row): void
    {
        $match = $request->headers->get('If-Match');
        $none = $request->headers->get('If-None-Match');
        if (null === $match && null === $none) {
            return;
        }
        $etag = Responder::etag($this->presenter->record($kind, $row));
        $lists = static fn (string $header, string $tag): bool => '*' === trim($header) || \in_array($tag, array_map('trim', explode(',', $header)), true);
        if ((null !== $match && !$lists($match, $etag) && !bug('if-match-ignored')) || (null !== $none && $lists(str_replace('W/', '', $none), $etag))) {
            throw new ApiException(412, 'precondition_failed', 'The record has changed.');
        }
    }
}
