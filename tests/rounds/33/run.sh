#!/bin/bash
# Starts PHP-FPM behind nginx; nginx is the process that was started (exec).
set -u
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
PORT="${PORT:-8080}"; BUG="${BUG:-}"; VARIANT="${VARIANT:-}"; USERS="${USERS:-}"
BUG="${BUG//[^a-z0-9-]/}"; VARIANT="${VARIANT//[^a-z0-9-]/}"; USERS="${USERS//[^0-9]/}"
tmp="$(mktemp -d "${TMPDIR:-/tmp}/calsrv.XXXXXX")"
mkdir -p "$tmp/cache" "$tmp/ngx"
pool="$(basename "$tmp" | tr . _)"
mkfifo "$tmp/life"
exec 9<>"$tmp/life" 8<"$tmp/life"   # nginx keeps this end; when it is gone the watchdog reads EOF
# The watchdog prints the line, then waits for the end of nginx and cleans up. PHP-FPM ends with
# its parent (pdeathsig), but its workers would not notice: they are found by the name of their pool.
WT="$tmp" WN="$pool" WP="$PORT" WB="$$" setsid bash -c '
  for i in $(seq 1 400); do
    if grep -q " 00010000 .* $WT/fpm.sock$" /proc/net/unix && (exec 3<>"/dev/tcp/127.0.0.1/$WP") 2>/dev/null; then echo "listening on 127.0.0.1:$WP"; break; fi
    kill -0 "$WB" 2>/dev/null || break
    sleep 0.02
  done
  exec >/dev/null 2>&1
  while read -r _ <&8; do :; done
  for round in 1 2; do
    for d in /proc/[0-9]*; do
      c=""; IFS= read -r -d "" c < "$d/cmdline"
      case "$c" in "php-fpm: pool $WN"*|"php-fpm: master process ($WT/fpm.conf)"*) kill -KILL "${d#/proc/}" ;; esac
    done
    [ "$round" = 1 ] && sleep 0.1
  done
  rm -rf "$WT"
' 9>&- </dev/null 2>/dev/null &
exec 8<&-
fpm="$(ls /usr/sbin/php-fpm* 2>/dev/null | sort | tail -1)"
who=""; wusr=""
if [ "$(id -u)" = 0 ]; then who=$'user = root\ngroup = root'; wusr="user root;"; fi

cat > "$tmp/fpm.conf" <<C
[global]
error_log = $tmp/fpm.log
daemonize = no
[$pool]
$who
listen = $tmp/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = 4
clear_env = yes
catch_workers_output = no
php_admin_value[opcache.validate_timestamps] = 0
php_admin_value[display_errors] = 0
php_admin_value[log_errors] = 1
php_admin_value[error_log] = $tmp/php.log
php_admin_value[date.timezone] = Europe/Amsterdam
php_admin_value[post_max_size] = 16M
C

# --- nginx: pieces that depend on what is switched on ------------------------
locx=""
case "$BUG" in
  nginx-language-prefix-loses-query)
    locx='location ~ ^/(nl|de|fr)/ { set $args ""; include '"$tmp"'/php.inc; }' ;;
  nginx-drops-credentials-by-slug)
    locx='location ~ /by-slug/ { include '"$tmp"'/php.inc; fastcgi_param HTTP_AUTHORIZATION ""; }' ;;
esac

cat > "$tmp/php.inc" <<C
fastcgi_pass unix:$tmp/fpm.sock;
fastcgi_param SCRIPT_FILENAME $here/app/public/index.php;
fastcgi_param REQUEST_METHOD \$request_method;
fastcgi_param QUERY_STRING \$args;
fastcgi_param CONTENT_TYPE \$content_type;
fastcgi_param CONTENT_LENGTH \$content_length;
fastcgi_param REQUEST_URI \$request_uri;
fastcgi_param SERVER_PROTOCOL \$server_protocol;
fastcgi_param HTTP_HOST \$http_host;
fastcgi_param REMOTE_ADDR \$remote_addr;
fastcgi_param APP_BUG "$BUG";
fastcgi_param APP_VARIANT "$VARIANT";
fastcgi_param APP_USERS "$USERS";
fastcgi_param APP_DATA "$tmp";
fastcgi_param APP_PORT "$PORT";
fastcgi_intercept_errors off;
fastcgi_buffers 64 16k;
fastcgi_buffer_size 32k;
C
cat > "$tmp/nginx.conf" <<C
daemon off;
master_process off;
$wusr
pid $tmp/nginx.pid;
error_log $tmp/nginx.log error;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  server_tokens off;
  default_type application/json;
  keepalive_timeout 75s;
  keepalive_requests 1000000;
  tcp_nodelay on;
  client_max_body_size 16m;
  client_body_buffer_size 1m;
  client_body_temp_path $tmp/ngx/body;
  proxy_temp_path $tmp/ngx/proxy;
  fastcgi_temp_path $tmp/ngx/fcgi;
  uwsgi_temp_path $tmp/ngx/uwsgi;
  scgi_temp_path $tmp/ngx/scgi;
  large_client_header_buffers 8 32k;
  gzip on;
  gzip_min_length 1000;
  gzip_types application/json application/problem+json application/vnd.api+json;
  gzip_vary on;
  server {
    listen 127.0.0.1:$PORT backlog=512;
    server_name _;
    absolute_redirect off;
    $locx
    location / { include $tmp/php.inc; }
  }
}
C
APP_DATA="$tmp" APP_BUG="$BUG" nice -n 10 php "$here/app/init.php" 9>&- || { rm -rf "$tmp"; exit 1; }

nice -n 10 setpriv --pdeathsig KILL "$fpm" -F -R -y "$tmp/fpm.conf" 9>&- >/dev/null 2>&1 </dev/null &
exec nginx -e "$tmp/nginx.log" -c "$tmp/nginx.conf"
