<?php
foreach (['boot', 'Db', 'Schema', 'Posts', 'Terms', 'Http', 'Present', 'App'] as $f) require __DIR__ . "/../lib/$f.php";
$r = null;
try {
    Db::open(DATA . '/calendar.sqlite');
    $r = Request::read();
    $res = App::handle($r);
} catch (ApiError $e) {
    $res = Present::error($e);
} catch (Throwable $e) {
    error_log((string)$e);
    $res = Present::error(new ApiError(500, 'internal_error', 'Something went wrong.'));
}
$res->send($r ?? new Request());
