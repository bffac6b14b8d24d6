<?php
return [
    'wordpress-core' => ['envelope' => 'array', 'times' => 't', 'texts' => 'rendered', 'relations' => 'ids', 'deleted' => 'previous', 'order' => 'id_desc', 'beyond' => 400, 'over_max' => 'reject'],
    'hal-problem' => ['envelope' => 'hal', 'times' => 'iso', 'relations' => 'links', 'errors' => 'problem', 'bad_status' => 422, 'deleted' => 204, 'post_order' => 'id'],
    'trash-visible' => ['trash' => 'visible', 'created' => 200, 'max' => 50, 'end_before_start' => 'adjust', 'bad_lang' => 'ignore', 'order' => 'title', 'bools' => 'int'],
    'trash-gone' => ['trash' => 'gone', 'envelope' => 'data', 'errors' => 'simple', 'put' => 'replace', 'default_status' => 'draft', 'drop_null' => true, 'hidden' => 404],
    'camel-utc' => ['names' => 'camel', 'times' => 'isoz', 'envelope' => 'results', 'relations' => 'full', 'bad_page' => 'default', 'etag' => false],
    'upcoming-window' => ['window' => 'upcoming', 'order' => 'start_desc', 'beyond' => 404, 'term_order' => 'id', 'dup_term' => 'reject', 'wrong_password' => 'blank', 'max' => 30],
    'strict' => ['unknown_param' => 'reject', 'email' => 'strict', 'over_max' => 'reject', 'max' => 20, 'protected' => 'deny', 'wrong_password' => 401, 'errors' => 'jsonapi', 'slash' => 'redirect'],
    'string-ids' => ['ids' => 'string', 'texts' => 'rendered', 'relations' => 'ids', 'post_order' => 'id_desc', 'put' => 'replace', 'deleted' => 204],
];
