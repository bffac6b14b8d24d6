#!/usr/bin/env perl
# Starts the calendar service on 127.0.0.1:PORT.
use strict;
use warnings;
# A quick start: nothing of TLS, SOCKS, async/await and usage texts is needed here.
BEGIN {
    $ENV{$_} = 1 for qw(MOJO_NO_TLS MOJO_NO_SOCKS MOJO_NO_NNR MOJO_NO_ASYNC);
    $INC{'Pod/Usage.pm'} = __FILE__;
    *Mojo::Util::pod2usage = sub { };
}
use FindBin;
use lib "$FindBin::Bin/lib";
use Mojo::Server::Daemon;
use Mojo::IOLoop;
use Cal::Switch;
use Cal::Web;

$| = 1;
Cal::Switch::check();
my $port = $ENV{PORT} || 8080;
my $app  = Cal::Web->new;
my $daemon = Mojo::Server::Daemon->new(
    app                => $app,
    listen             => ["http://127.0.0.1:$port"],
    silent             => 1,
    max_clients        => 500,
    max_requests       => 1_000_000,
    keep_alive_timeout => 120,
    inactivity_timeout => 120,
);
$daemon->start;
print "listening on http://127.0.0.1:$port\n";
Mojo::IOLoop->start unless Mojo::IOLoop->is_running;
