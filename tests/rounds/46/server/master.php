<?php
// Master: makes a fresh database, starts php-fpm and nginx, stops both on SIGTERM/SIGINT.
declare(strict_types=1);
error_reporting(E_ALL & ~E_DEPRECATED);

$port = (int) (getenv('PORT') ?: 8080);
$dir = sys_get_temp_dir() . '/calendar-' . $port . '-' . getmypid();
foreach (['', '/cache', '/nginx'] as $sub) {
    mkdir($dir . $sub, 0700, true);
}
putenv("CAL_DIR=$dir");
putenv("PORT=$port");

// The database is seeded in a child so that the master holds no handle on it.
passthru(escapeshellarg(PHP_BINARY) . ' ' . escapeshellarg(__DIR__ . '/seed.php'), $rc);
if ($rc !== 0) {
    fwrite(STDERR, "seeding failed\n");
    exit(1);
}

$root = function_exists('posix_getuid') && posix_getuid() === 0;
$sock = "$dir/fpm.sock";
file_put_contents("$dir/fpm.conf", "[global]\nerror_log = $dir/fpm.log\ndaemonize = no\n[www]\n"
    . ($root ? "user = root\ngroup = root\nlisten.owner = root\nlisten.group = root\n" : '')
    . "listen = $sock\nlisten.mode = 0600\npm = static\npm.max_children = 4\nclear_env = no\ncatch_workers_output = yes\n"
    . "php_admin_value[opcache.validate_timestamps] = 0\n"
    . "php_admin_value[date.timezone] = UTC\nphp_admin_flag[display_errors] = off\nphp_admin_flag[expose_php] = off\n"
    . "php_admin_flag[enable_post_data_reading] = on\n");
$front = __DIR__ . '/public/index.php';
file_put_contents("$dir/nginx.conf", ($root ? "user root;\n" : '') . <<<NG
daemon off;
worker_processes 1;
pid $dir/nginx.pid;
error_log $dir/nginx.log warn;
events { worker_connections 256; }
http {
  access_log off;
  server_tokens off;
  client_body_temp_path $dir/nginx/body; fastcgi_temp_path $dir/nginx/fcgi; proxy_temp_path $dir/nginx/proxy;
  uwsgi_temp_path $dir/nginx/uwsgi; scgi_temp_path $dir/nginx/scgi;
  client_max_body_size 2m;
  keepalive_timeout 30s;
  server {
    listen 127.0.0.1:$port;
    merge_slashes off;
    absolute_redirect off;
    # What nginx refuses by itself is told in JSON, too.
    default_type application/json;
    error_page 400 /.error/400; error_page 405 /.error/405; error_page 413 /.error/413;
    location = /.error/400 { internal; return 400 '{"code":"rest_bad_request","message":"Bad request.","data":{"status":400}}'; }
    location = /.error/405 { internal; add_header Allow "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" always; return 405 '{"code":"rest_method_not_allowed","message":"The method is not allowed here.","data":{"status":405}}'; }
    location = /.error/413 { internal; return 413 '{"code":"rest_too_large","message":"The request is too large.","data":{"status":413}}'; }
    location / {
      fastcgi_pass unix:$sock;
      fastcgi_param SCRIPT_FILENAME $front;
      fastcgi_param REQUEST_METHOD \$request_method;
      fastcgi_param REQUEST_URI \$request_uri;
      fastcgi_param QUERY_STRING \$query_string;
      fastcgi_param CONTENT_TYPE \$content_type;
      fastcgi_param CONTENT_LENGTH \$content_length;
      fastcgi_param SERVER_PROTOCOL \$server_protocol;
      fastcgi_param SERVER_PORT \$server_port;
      fastcgi_param REMOTE_ADDR \$remote_addr;
    }
  }
}
NG);

$fpm = glob('/usr/sbin/php-fpm8.*')[0] ?? 'php-fpm';
$nginx = is_file('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';
$io = [['file', '/dev/null', 'r'], ['file', "$dir/out.log", 'a'], ['file', "$dir/out.log", 'a']];
$start = fn (array $cmd) => proc_open($cmd, $io, $pipes, '/');
$procs = [$start(array_merge([$fpm, '-F', '-y', "$dir/fpm.conf"], $root ? ['-R'] : []))];
for ($i = 0; $i < 200 && !file_exists($sock); $i++) {
    usleep(10000);
}
$procs[] = $start([$nginx, '-e', "$dir/nginx.log", '-c', "$dir/nginx.conf"]);

$stop = false;
pcntl_async_signals(true);
foreach ([SIGTERM, SIGINT, SIGHUP] as $sig) {
    pcntl_signal($sig, function () use (&$stop) { $stop = true; });
}
while (!$stop) {
    usleep(100000);
    foreach ($procs as $p) {
        if (!proc_get_status($p)['running']) {
            fwrite(STDERR, "a child ended; see $dir\n" . @file_get_contents("$dir/out.log") . @file_get_contents("$dir/nginx.log"));
            $stop = $failed = true;
        }
    }
}
foreach ($procs as $p) {
    proc_terminate($p, SIGTERM);
}
foreach ($procs as $p) {
    for ($i = 0; $i < 200 && proc_get_status($p)['running']; $i++) {
        usleep(10000);
    }
    if (proc_get_status($p)['running']) {
        proc_terminate($p, SIGKILL);
    }
}
if (empty($failed)) {
    exec('rm -rf ' . escapeshellarg($dir));
}
exit(empty($failed) ? 0 : 1);
