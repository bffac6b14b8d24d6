<?php
declare(strict_types=1);

namespace Calendar;

/** Who asks, and what that visitor may do. */
final class Access
{
    public const USERS = [1 => ['editor', 'editor'], 2 => ['author', 'author'], 3 => ['reader', 'reader']];

    public function __construct(public ?array $user, public bool $usersOn)
    {
    }

    public static function fromCredentials(?string $name, ?string $password): self
    {
        $on = '1' === getenv('USERS');
        if (!$on || null === $name) {
            return new self(null, $on);
        }
        foreach (self::USERS as $id => [$login, $secret]) {
            if ($login === $name && hash_equals($secret, (string) $password)) {
                return new self(['id' => $id, 'role' => $login], true);
            }
        }
        throw new ApiException(401, 'invalid_credentials', 'Unknown user or wrong password.', self::challenge());
    }

    private static function challenge(): array
    {
        return bug('challenge-missing') ? [] : ['WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"'];
    }

    public function id(): int
    {
        return $this->user['id'] ?? ($this->usersOn ? 0 : 1);
    }

    public function isEditor(): bool
    {
        return !$this->usersOn || 'editor' === ($this->user['role'] ?? null);
    }

    public function canCreate(string $kind): bool
    {
        if (bug('tags-open-to-anyone') && 'tags' === $kind) {
            return true;
        }

        return $this->isEditor() || ('author' === ($this->user['role'] ?? null) && !Schema::isTerm($kind));
    }

    public function canEdit(string $kind, array $row): bool
    {
        return $this->isEditor() || ('author' === ($this->user['role'] ?? null) && !Schema::isTerm($kind) && (int) $row['author'] === $this->user['id']);
    }

    public function canSee(string $kind, array $row): bool
    {
        return Schema::isTerm($kind) || 'publish' === $row['status'] || $this->canEdit($kind, $row);
    }

    public function deny(): ApiException
    {
        return $this->usersOn && null === $this->user
            ? new ApiException(401, 'not_authenticated', 'This operation needs a login.', self::challenge())
            : new ApiException(403, 'forbidden', 'You are not allowed to do this.');
    }

    /** Condition on the posts that the visitor may see. */
    public function visible(string $alias): string
    {
        if ($this->isEditor()) {
            return "$alias.status <> 'trash'";
        }
        if ('author' === ($this->user['role'] ?? null)) {
            return "($alias.status = 'publish' OR ($alias.status <> 'trash' AND $alias.author = {$this->user['id']}))";
        }

        return "$alias.status = 'publish'";
    }
}
