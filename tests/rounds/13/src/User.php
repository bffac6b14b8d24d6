<?php

declare(strict_types=1);

namespace Calendar;

final class User
{
    public function __construct(public readonly int $id, public readonly string $login, public readonly string $role, public readonly bool $known)
    {
    }

    public function seesHidden(): bool
    {
        return $this->role !== 'anonymous';
    }

    public function owns(array $row): bool
    {
        return $this->role === 'editor' || ($this->role === 'author' && $row['owner'] === $this->login);
    }

    /** Owners and editors with a login need no password for a protected event. */
    public function skipsPassword(array $row): bool
    {
        return $this->known && $this->owns($row);
    }
}
