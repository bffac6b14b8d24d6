<?php
require __DIR__ . '/lib/Db.php';
Db::open(getenv('APP_DATA') . '/calendar.sqlite');
Db::schema();
