<?php
declare(strict_types=1);

namespace Calendar;

/** Records as clients see them. */
final class Presenter
{
    private array $names = [];

    public function __construct(private Repository $repository)
    {
    }

    public function record(string $kind, array $row, bool $withheld = false): array
    {
        $id = (int) $row['id'];
        $out = ['id' => $id];
        foreach (Schema::FIELDS[$kind] as $name => $type) {
            $value = $row[$name] ?? null;
            switch ($type) {
                case 'bool': $value = (bool) $value; break;
                case 'author': case 'parent': $value = (int) $value; break;
                case 'mixed': $value = null === $value ? null : json_decode($value, true); break;
                case 'ids': $value = array_map('intval', $value ?? []); break;
            }
            if ('password' === $name) {
                continue;
            }
            $out[$name] = $value;
        }
        $out['slug'] = $row['slug'];
        if ('events' === $kind) {
            $out['utc_start_date'] = $row['start_utc'];
            $out['utc_end_date'] = $row['end_utc'];
            $out['protected'] = null !== $row['password'] && '' !== $row['password'];
            if (bug('summer-time-shift')) {
                foreach (['start', 'end'] as $side) {
                    $utc = (new \DateTimeImmutable($out["{$side}_date"], new \DateTimeZone('UTC')))->modify(-Clock::standardOffset($row['timezone']).' seconds')->format(Clock::FORMAT);
                    $out["{$side}_date"] = Clock::fromUtc($utc, $row['timezone']);
                }
            }
            if ($withheld) {
                $out['description'] = $out['excerpt'] = null;
            }
            if (variant('iso-times')) {
                foreach (['start_date', 'end_date'] as $name) {
                    $out[$name] = (new \DateTimeImmutable($row[$name], Clock::zone($row['timezone'])))->format(\DATE_ATOM);
                }
                $out['utc_start_date'] = str_replace(' ', 'T', $row['start_utc']).'Z';
                $out['utc_end_date'] = str_replace(' ', 'T', $row['end_utc']).'Z';
            }
            if (variant('embedded-relations')) {
                foreach (Schema::LINKS as $name => $link) {
                    $out[$name] = array_map(fn (int $target): array => $this->reference(Schema::LINK_TABLES[$name], $target), $out[$name]);
                }
            }
        }
        if (variant('iso-times') && !Schema::isTerm($kind)) {
            $out['date'] = (new \DateTimeImmutable($row['date'], Clock::zone(Schema::SITE_ZONE)))->format(\DATE_ATOM);
            $out['date_utc'] = str_replace(' ', 'T', $row['date_utc']).'Z';
        }
        if ('venues' === $kind) {
            $out['stateprovince'] ??= $row['state'] ?? $row['province'];
        }
        if (Schema::isTerm($kind)) {
            $out['count'] = $row['count'];
        }
        $out['ml_language'] = $row['lang'];

        return $out;
    }

    private function reference(string $table, int $id): array
    {
        $name = Schema::nameField($table);

        return $this->names[$table][$id] ??= array_map(
            static fn ($v) => \is_int($v) || ctype_digit((string) $v) && (int) $v === $id ? (int) $v : $v,
            $this->repository->db->fetchAssociative("SELECT id, $name, slug FROM $table WHERE id = ?", [$id]) ?: ['id' => $id]
        );
    }
}
