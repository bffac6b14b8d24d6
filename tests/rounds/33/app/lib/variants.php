<?php
return [
    'json-api' => ['wrap' => 'jsonapi', 'envelope' => 'jsonapi', 'errors' => 'jsonapi', 'ctype' => 'application/vnd.api+json', 'ids' => 'string', 'relations' => 'ids'],
    'minimal-answers' => ['updated' => 204, 'deleted' => 'accepted', 'delete_again' => 204, 'errors' => 'empty'],
    'grouped-members' => ['wrap' => 'grouped', 'envelope' => 'paging', 'times' => 'parts'],
    'epoch-and-words' => ['times' => 'epoch', 'bools' => 'yesno', 'errors' => 'text', 'bad_status' => 422],
    'own-slugs' => ['slugs' => 'short', 'content_location' => true],
    'unusual-order' => ['order' => 'hash', 'post_order' => 'modified', 'term_order' => 'busy', 'max' => 12, 'first_id' => 1000000007, 'id_step' => 13],
    'internal-names' => ['names' => 'pascal', 'envelope' => 'pascal', 'relations' => 'map', 'pretty' => true, 'drop_empty' => true],
    'html-and-tombstones' => ['texts' => 'html', 'tombstone' => true, 'deleted' => 'message', 'unknown_field' => 'reject', 'bad_status' => 422, 'errors' => 'simple'],
];
