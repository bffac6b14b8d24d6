<?php
// Starts one server: a private temporary folder, php-fpm and nginx. Everything ends with this process.
declare(strict_types=1);

$port = (int) (getenv('PORT') ?: 8080);
$root = dirname(__DIR__);

if (($argv[1] ?? '') !== 'supervise') {
    // outer process: owns the temporary folder, runs the supervisor, which gets SIGTERM should this process be killed
    foreach (glob(sys_get_temp_dir().'/calendar-*-*', GLOB_ONLYDIR) ?: [] as $old) {
        // left over by a killed server: nobody holds its lock any more
        $lock = @filemtime($old) < time() - 60 ? @fopen("$old/owner.lock", 'c') : false;
        if ($lock && flock($lock, LOCK_EX | LOCK_NB)) {
            removeTree($old);
        }
    }
    $dir = sys_get_temp_dir().'/calendar-'.getmypid().'-'.bin2hex(random_bytes(4));
    mkdir($dir, 0700);
    $owner = fopen("$dir/owner.lock", 'c');
    flock($owner, LOCK_EX);
    $pid = pcntl_fork();
    if (0 === $pid) {
        pcntl_exec('/usr/bin/setpriv', ['--pdeathsig', 'TERM', PHP_BINARY, __FILE__, 'supervise', $dir]);
        exit(1);
    }
    pcntl_async_signals(true);
    $stop = static function () use ($pid): void { posix_kill($pid, SIGTERM); };
    foreach ([SIGTERM, SIGINT, SIGHUP] as $signal) {
        pcntl_signal($signal, $stop, false);
    }
    while (-1 === pcntl_waitpid($pid, $status) && PCNTL_EINTR === pcntl_get_last_error()) {
    }
    removeTree($dir);
    exit(0);
}

$dir = $argv[2];
posix_setsid();
$parent = (int) explode('-', basename($dir))[1];
$running = true;
pcntl_async_signals(true);
foreach ([SIGTERM, SIGINT, SIGHUP] as $signal) {
    pcntl_signal($signal, static function () use (&$running): void { $running = false; }, false);
}
if (posix_getppid() !== $parent) {
    $running = false;
}

$user = posix_getpwuid(posix_geteuid())['name'];
$group = posix_getgrgid(posix_getegid())['name'];
$owner = 0 === posix_geteuid() ? "user = $user\ngroup = $group\n" : '';
mkdir("$dir/cache");
mkdir("$dir/nginx");
file_put_contents("$dir/fpm.conf", <<<INI
[global]
error_log = $dir/fpm.log
log_level = warning
daemonize = no
pid = $dir/fpm.pid
[www]
{$owner}listen = $dir/fpm.sock
listen.backlog = 511
pm = static
pm.max_children = 4
clear_env = no
env[CALENDAR_DIR] = $dir
php_admin_value[post_max_size] = 9M
php_admin_value[memory_limit] = 256M
php_admin_value[display_errors] = 0
php_admin_value[error_log] = $dir/php.log
php_admin_value[date.timezone] = UTC
php_admin_value[max_input_vars] = 5000
INI);
file_put_contents("$dir/nginx.conf", <<<NGINX
daemon off;
master_process off;
pid $dir/nginx.pid;
error_log $dir/nginx.log crit;
events { worker_connections 512; }
http {
    access_log off;
    server_tokens off;
    client_max_body_size 8m;
    client_body_temp_path $dir/nginx;
    fastcgi_temp_path $dir/nginx;
    proxy_temp_path $dir/nginx;
    large_client_header_buffers 8 32k;
    keepalive_timeout 75s;
    keepalive_requests 100000;
    tcp_nodelay on;
    server {
        listen 127.0.0.1:$port backlog=511;
        merge_slashes off;
        default_type application/json;
        error_page 400 /.error-400;
        error_page 413 /.error-413;
        error_page 414 /.error-414;
        error_page 405 /.error-405;
        location = /.error-400 { internal; return 400 '{"code":"bad_request","message":"The request could not be understood.","status":400}'; }
        location = /.error-413 { internal; return 413 '{"code":"content_too_large","message":"The request body is too large.","status":413}'; }
        location = /.error-414 { internal; return 414 '{"code":"uri_too_long","message":"The address is too long.","status":414}'; }
        location = /.error-405 { internal; add_header Allow 'GET, HEAD, OPTIONS' always; return 405 '{"code":"method_not_allowed","message":"Method not allowed.","status":405}'; }
        location / {
            fastcgi_pass unix:$dir/fpm.sock;
            fastcgi_buffers 32 32k;
            fastcgi_buffer_size 32k;
            fastcgi_param SCRIPT_FILENAME $root/public/index.php;
            fastcgi_param SCRIPT_NAME /index.php;
            fastcgi_param DOCUMENT_URI /index.php;
            fastcgi_param REQUEST_URI \$request_uri;
            fastcgi_param QUERY_STRING \$query_string;
            fastcgi_param REQUEST_METHOD \$request_method;
            fastcgi_param CONTENT_TYPE \$content_type;
            fastcgi_param CONTENT_LENGTH \$content_length;
            fastcgi_param SERVER_PROTOCOL \$server_protocol;
            fastcgi_param REMOTE_ADDR \$remote_addr;
            fastcgi_param SERVER_NAME \$host;
            fastcgi_param SERVER_PORT \$server_port;
            fastcgi_param HTTP_HOST \$http_host;
        }
    }
}
NGINX);
putenv("CALENDAR_DIR=$dir");
require $root.'/src/bootstrap.php';
\Calendar\Database::install();

$children = [];
$spawn = static function (string $signal, array $command) use (&$children): void {
    $pid = pcntl_fork();
    if (0 === $pid) {
        posix_setsid();
        pcntl_exec('/usr/bin/setpriv', ['--pdeathsig', $signal, ...$command]);
        exit(1);
    }
    $children[] = $pid;
};
if ($running) {
    $spawn('TERM', ['/usr/sbin/php-fpm8.2', '-R', '-F', '-y', "$dir/fpm.conf"]);
    for ($i = 0; $i < 400 && $running && !file_exists("$dir/fpm.sock"); ++$i) {
        usleep(20000);
    }
    $spawn('KILL', ['/usr/sbin/nginx', '-c', "$dir/nginx.conf", '-e', "$dir/nginx.log"]);
}
while ($running) {
    $ended = pcntl_waitpid(-1, $status, WNOHANG);
    if ($ended > 0 || posix_getppid() !== $parent) {
        break;
    }
    usleep(500000); // a signal interrupts the sleep
}
foreach ($children as $pid) {
    posix_kill(-$pid, SIGKILL); // each leads a group of its own: master and workers
    posix_kill($pid, SIGKILL);
}
removeTree($dir);

function removeTree(string $dir): void
{
    foreach (@scandir($dir) ?: [] as $name) {
        if ('.' !== $name && '..' !== $name) {
            is_dir("$dir/$name") && !is_link("$dir/$name") ? removeTree("$dir/$name") : @unlink("$dir/$name");
        }
    }
    @rmdir($dir);
}
