<?php
declare(strict_types=1);

namespace Calendar;

/** Answers of collections, kept in files of this server until the store changes. */
final class ListCache
{
    private string $file;

    public function __construct(string $kind, string $query, ?string $language, Access $access, private int $generation)
    {
        // the language is a part of the key of its own: it comes from the path or from the query
        $key = [$kind, preg_replace('/(^|&)ml_language=[^&]*/', '', $query)];
        if (!bug('list-cache-without-language')) {
            $key[] = $language;
        }
        if (!bug('list-cache-not-per-user')) {
            $key[] = $access->id();
        }
        $this->file = Database::dir().'/cache/'.$generation.'-'.sha1(serialize($key));
    }

    public function get(): ?array
    {
        $text = @file_get_contents($this->file);

        return false === $text ? null : unserialize($text, ['allowed_classes' => false]);
    }

    public function put(array $answer): void
    {
        $temporary = $this->file.'.'.getmypid();
        if (false !== @file_put_contents($temporary, serialize($answer))) {
            @rename($temporary, $this->file);
        }
        if (0 === random_int(0, 49)) {
            $this->sweep();
        }
    }

    private function sweep(): void
    {
        foreach (glob(Database::dir().'/cache/*') ?: [] as $file) {
            if ((int) basename($file) < $this->generation) {
                @unlink($file);
            }
        }
    }
}
