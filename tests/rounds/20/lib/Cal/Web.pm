package Cal::Web;
# HTTP: routing, users, languages, caches, and the five resources.
use strict;
use warnings;
use Mojo::Base -base;
use Mojo::Transaction::HTTP;
use Mojo::JSON qw(encode_json decode_json);
use Mojo::Parameters;
use Mojo::Util qw(b64_decode decode encode md5_sum);
use Cal::Check;
use Cal::Store;
use Cal::Switch;
use Cal::Util;
use Cal::View;

my $NS    = 'vendor/events/v1';
my %LANG  = map { $_ => 1 } qw(nl en fr de);
my %USERS = (
    editor => { id => 1, role => 'editor', password => 'editor' },
    author => { id => 2, role => 'author', password => 'author' },
    reader => { id => 3, role => 'reader', password => 'reader' },
);
my $AUTH = ($ENV{USERS} // '') eq '1';

my $STORE;
my %RENDERED;       # rendered answers of GET
my %MISSED;         # slugs that were asked for in vain
my %DELETED;        # kind -> id -> 1
my %ON_CONNECTION;  # who last spoke on a connection
my $LAST_LANG;

# what Mojo::Server::Daemon wants of an application
has log => sub { require Mojo::Log; Mojo::Log->new(level => 'fatal') };

sub new {
    my $self = shift->SUPER::new(@_);
    $STORE = Cal::Store->new;
    return $self;
}

sub build_tx { return Mojo::Transaction::HTTP->new }

sub server { }

sub handler {
    my ($self, $tx) = @_;
    _answer($tx);
}

# --- one request ------------------------------------------------------
sub _answer {
    my $c = shift;
    my ($status, $body, $headers) = eval { _dispatch($c) };
    if (my $e = $@) {
        ($status, $body, $headers) = ref $e eq 'HASH' ? _error($e) : do { warn $e; _error({ status => 500, code => 'internal_error', message => 'Internal error' }) };
    }
    my $h = $c->res->headers;
    $c->res->code($status);
    $headers ||= {};
    my $type = delete $headers->{'Content-Type'} // 'application/json; charset=utf-8';
    $h->header($_ => $headers->{$_}) for sort keys %$headers;
    if ($status == 204 || $status == 304) { $h->remove('Content-Type') }
    else {
        $h->content_type($type);
        $c->res->body(ref $body eq 'SCALAR' ? $$body : encode_json($body));
    }
    $c->resume;
}

sub _error {
    my $e = shift;
    my %h = %{ $e->{headers} || {} };
    my $o;
    if (choice('error') eq 'problem') {
        $o = { type => 'about:blank', title => $e->{message}, status => $e->{status}, detail => $e->{code} };
        $h{'Content-Type'} = 'application/problem+json';
    }
    else { $o = { code => $e->{code}, message => $e->{message}, data => { status => $e->{status}, ($e->{params} ? (params => $e->{params}) : ()) } } }
    return ($e->{status}, $o, \%h);
}

sub _dispatch {
    my $c    = shift;
    my $req  = $c->req;
    my $verb = $req->method;
    if ($req->is_limit_exceeded) { fail(413, 'too_large', 'The request is too large', headers => { Connection => 'close' }) }
    if ($req->error) { fail(400, 'bad_request', 'The request cannot be understood', headers => { Connection => 'close' }) }
    my @p    = @{ $req->url->path->clone->parts };
    my $path_lang;
    if (@p && $p[0] =~ /^(?:nl|en|fr|de)$/) { $path_lang = shift @p }
    my $host = $req->headers->host // '127.0.0.1';
    my $root = "http://$host/" . ($path_lang ? "$path_lang/" : '');
    my $q    = $req->query_params;

    # where
    my ($route, $kind, $key, $val);
    if    (!@p) { $route = 'root' }
    elsif (@p >= 3 && "$p[0]/$p[1]/$p[2]" eq $NS) {
        my @r = @p[3 .. $#p];
        if    (!@r)                          { $route = 'index' }
        elsif (@r == 1 && $r[0] eq 'doc')    { $route = 'doc' }
        elsif ($Cal::Store::KIND{ $r[0] }) {
            $kind = $r[0];
            if    (@r == 1)                                     { $route = 'list' }
            elsif (@r == 2 && $r[1] =~ /^\d+$/a)                { ($route, $key, $val) = ('item', 'id', $r[1]) }
            elsif (@r == 3 && $r[1] eq 'by-slug' && length $r[2] && $Cal::Store::KIND{$kind}{post}) { ($route, $key, $val) = ('item', 'slug', $r[2]) }
        }
    }
    fail(404, 'no_route', 'No route matches the address') unless $route;

    my @allow = $route eq 'list' ? qw(GET HEAD POST OPTIONS) : $route eq 'item' ? qw(GET HEAD POST PUT PATCH DELETE OPTIONS) : qw(GET HEAD OPTIONS);
    my %allow = (Allow => join ', ', @allow);
    return (204, undef, \%allow) if $verb eq 'OPTIONS';
    unless (grep { $_ eq $verb } @allow) {
        %allow = () if bug('term-405-without-allow') && $kind && !$Cal::Store::KIND{$kind}{post};
        fail(405, 'method_not_allowed', 'The method is not allowed here', headers => \%allow);
    }
    my $reading = $verb eq 'GET' || $verb eq 'HEAD';

    # who
    my $who = _who($c);

    # what
    my $body = {};
    $body = _body($req) if $verb =~ /^(?:POST|PUT|PATCH)$/;

    # which language
    my $given = $q->param('ml_language') // ($reading ? undef : $body->{ml_language});
    undef $given if defined $given && (ref $given || !length $given);
    if (defined $given && (!$LANG{$given} || (bug('english-refused') && $given eq 'en' && ($kind // '') eq 'organizers'))) {
        fail(choice('invalid'), 'invalid_param', 'Invalid parameter: ml_language', params => ['ml_language']) unless choice('bad_lang') eq 'ignore';
        undef $given;
    }
    if (bug('language-sticks')) { $LAST_LANG = $given if defined $given; $given //= $LAST_LANG }
    my $lang = $given // $path_lang // 'nl';
    my $ctx = { store => $STORE, who => $who, lang => $lang, given_lang => $given, base => "$root$NS", root => $root, q => $q, verb => $verb };

    if ($reading) {
        return _read($c, $ctx, $route, $kind, $key, $val);
    }
    my @r = $verb eq 'POST' && $route eq 'list' ? _create($ctx, $kind, $body)
        : $verb eq 'DELETE' ? _delete($ctx, $kind, $key, $val)
        :                     _update($ctx, $kind, $key, $val, $body);
    _forget($ctx, $kind, $key);
    return @r;
}

sub _who {
    my $c = shift;
    return { id => 1, role => 'all' } unless $AUTH;
    my $h = $c->req->headers->authorization;
    my $conn = $c->connection // '';
    if (!defined $h) {
        return $ON_CONNECTION{$conn} if bug('identity-sticks-to-connection') && $ON_CONNECTION{$conn};
        return { id => 0, role => 'none' };
    }
    my ($b64) = $h =~ /^Basic\s+(\S+)\s*$/i;
    my ($name, $pass) = split /:/, b64_decode($b64 // ''), 2;
    my $u = $USERS{ $name // '' };
    _challenge('The user name or the password is wrong') unless $u && defined $pass && $pass eq $u->{password};
    $ON_CONNECTION{$conn} = $u if bug('identity-sticks-to-connection');
    return $u;
}

sub _challenge {
    my $why = shift;
    fail(401, 'unauthorized', $why, headers => bug('challenge-missing') ? {} : { 'WWW-Authenticate' => 'Basic realm="calendar", charset="UTF-8"' });
}

sub _refuse {
    my ($ctx, $why) = @_;
    _challenge($why) if $ctx->{who}{role} eq 'none';
    fail(403, 'forbidden', $why);
}

sub _body {
    my $req  = shift;
    my $type = $req->headers->content_type // '';
    my %in;
    my $raw = $req->content->is_multipart ? '' : $req->body;
    if ($type =~ m{^application/(?:\S+\+)?json}i || $raw =~ /^\s*[\{\[]/) {
        if ($raw =~ /\S/) {
            my $v = eval { decode_json($raw) };
            fail(400, 'invalid_json', 'The body is not a JSON object') unless ref $v eq 'HASH';
            %in = %$v;
        }
    }
    elsif (length $raw || $req->content->is_multipart) {
        fail(415, 'unsupported_media_type', 'Send the body as application/json') unless choice('form');
        my $p = $req->body_params;
        for my $n (@{ $p->names }) {
            my $all = $p->every_param($n);
            if ($n =~ /^(.+?)\[\d*\]$/) { push @{ $in{$1} }, @$all }
            else                        { $in{$n} = @$all > 1 ? $all : $all->[0] }
        }
    }
    return _with_query($req, \%in);
}

sub _with_query {
    my ($req, $in) = @_;
    my $q = $req->query_params;
    my %known;
    for my $k (keys %Cal::Store::KIND) { $known{$_} = 1 for keys %{ fields_of($k) } }
    for my $n (@{ $q->names }) {
        (my $f = $n) =~ s/\[\d*\]$//;
        next if !$known{$f} || exists $in->{$f};
        my $all = $q->every_param($n);
        $in->{$f} = @$all > 1 || $f ne $n ? $all : $all->[0];
    }
    $in->{password} //= $q->param('password') if defined $q->param('password');
    return $in;
}

# --- the cache of rendered answers ------------------------------------
sub _forget {
    my ($ctx, $kind, $key) = @_;
    if (bug('deleted-by-slug-stays-listed') && $kind eq 'events' && $ctx->{verb} eq 'DELETE' && $key eq 'slug') {
        delete $RENDERED{$_} for grep { !/\Q$NS\E\/events(?:\?|\|)/ } keys %RENDERED;
    }
    else { %RENDERED = () }
    if (bug('slug-miss-remembered')) { }
    else                             { %MISSED = () }
}

sub _read {
    my ($c, $ctx, $route, $kind, $key, $val) = @_;
    if ($ctx->{verb} eq 'HEAD' && bug('head-by-slug-404') && ($key // '') eq 'slug') { fail(404, 'not_found', 'Not found') }
    my $url = $c->req->url;
    my $query = $url->query->to_string;
    $query =~ s/&?ml_language=[^&]*// if bug('cache-without-language');
    my $name = join '|', $ctx->{base} . $url->path->to_string . '?' . $query, (bug('cache-shared-by-users') ? '' : $ctx->{who}{id}), (bug('cache-without-language') ? '' : $ctx->{lang});
    my $hit = $RENDERED{$name};
    unless ($hit) {
        my ($status, $o, $h) = $route eq 'root' ? _root($ctx) : $route eq 'index' ? _index($ctx) : $route eq 'doc' ? _doc($ctx)
            : $route eq 'list' ? _list($ctx, $kind) : _item($ctx, $kind, $key, $val);
        my $text = encode_json($o);
        if (choice('etag') && $status == 200) {
            my $of = $text;
            if (bug('etag-ignores-description') && $route eq 'item' && $kind eq 'events') { $of = join '|', map { $o->{$_} // '' } qw(id title slug status start_date end_date cost website featured) }
            $h->{ETag} = '"' . md5_sum($of) . '"';
        }
        $hit = [$status, $text, $h];
        %RENDERED = () if keys %RENDERED > 2000;
        my $by_clock = ($ctx->{q}->param('only_with_upcoming') // '') ne '' || choice('window') eq 'upcoming';
        $RENDERED{$name} = $hit if $status == 200 && !$by_clock;
    }
    my ($status, $text, $h) = @$hit;
    my %h = %{ $h || {} };
    if ($AUTH) { $h{Vary} = 'Authorization' }
    my $inm = $c->req->headers->header('If-None-Match');
    if (defined $inm && $h{ETag} && ($inm =~ /^\s*\*\s*$/ || grep { s{^W/}{}r eq $h{ETag} } split /\s*,\s*/, $inm =~ s/^\s+|\s+$//gr)) { return (304, undef, \%h) }
    return ($status, \$text, \%h);
}

# --- index and documentation ------------------------------------------
sub _root { my $ctx = shift; return (200, { name => 'Calendar', timezone_string => site_zone(), languages => [qw(nl en fr de)], namespaces => [$NS], _links => { $NS => [{ href => $ctx->{base} }] } }, {}) }

sub _index {
    my $ctx = shift;
    my $up = bug('up-link-points-to-itself') ? $ctx->{base} : $ctx->{root};
    my %routes = map { ("/$NS/$_" => { methods => [qw(GET POST)] }, "/$NS/$_/{id}" => { methods => [qw(GET POST PUT PATCH DELETE)] },
        ($Cal::Store::KIND{$_}{post} ? ("/$NS/$_/by-slug/{slug}" => { methods => [qw(GET POST PUT PATCH DELETE)] }) : ())) } keys %Cal::Store::KIND;
    my %o = (namespace => $NS, routes => { "/$NS" => { methods => ['GET'] }, "/$NS/doc" => { methods => ['GET'] }, %routes });
    if (choice('up') eq 'list') { $o{links} = [{ rel => 'up', href => $up }] }
    else                        { $o{_links} = { up => [{ href => $up }] } }
    return (200, \%o, {});
}

sub _doc {
    my $ctx = shift;
    fail(404, 'not_found', 'No documentation in this language') if bug('doc-fails-with-language') && defined $ctx->{given_lang} && $ctx->{given_lang} ne 'nl';
    my %paths;
    for my $k (sort keys %Cal::Store::KIND) {
        my $one = $Cal::Store::KIND{$k}{one};
        my $body = [map { { name => $_, in => 'body' } } sort keys %{ fields_of($k) }];
        $paths{"/$k"} = { get => { summary => "List $k" }, post => { summary => "Create one $one", parameters => $body } };
        my %item = (get => { summary => "One $one" }, delete => { summary => "Delete one $one" }, map { $_ => { summary => "Update one $one", parameters => $body } } qw(post put patch));
        $paths{"/$k/{id}"} = \%item;
        $paths{"/$k/by-slug/{slug}"} = \%item if $Cal::Store::KIND{$k}{post};
    }
    return (200, { swagger => '2.0', info => { title => 'Calendar', version => '1.0.0' }, basePath => "/$NS", paths => \%paths }, {});
}

# --- lists ------------------------------------------------------------
sub _list {
    my ($ctx, $kind) = @_;
    my $q = $ctx->{q};
    my $k = $Cal::Store::KIND{$kind};
    my %f;
    $f{page} = int_param($q, 'page', 1) // 1;
    $f{per_page} = int_param($q, 'per_page', 1) // (bug('tags-default-twenty') && $kind eq 'tags' ? 20 : 10);
    if ($f{per_page} > choice('max')) {
        fail(choice('invalid'), 'invalid_param', 'Invalid parameter: per_page', params => ['per_page']) if choice('over_max') eq 'refuse';
        $f{per_page} = choice('max');
    }
    my $s = $q->param('search');
    $f{search} = $s if defined $s && length $s;
    if ($k->{post}) {
        my $st = $q->param('status');
        if (defined $st && length $st) {
            fail(choice('invalid'), 'invalid_param', 'Invalid parameter: status', params => ['status'])
                unless $st =~ /^(?:publish|draft|pending|private|future)$/ || ($st eq 'trash' && choice('trash')) || $st eq 'any';
            $f{status} = $st unless $st eq 'any';
        }
    }
    $f{only_lang} = $ctx->{given_lang} if choice('lang') eq 'record' && defined $ctx->{given_lang};
    if ($kind eq 'events') {
        $f{$_} = time_param($q, $_) for qw(start_date end_date starts_before starts_after ends_before ends_after);
        $f{strict} = bug('strict-false-is-true') ? ($q->param('strict_dates') ? 1 : 0) : bool_param($q, 'strict_dates');
        $f{$_} = list_param($q, $_, 1) for qw(categories tags);
        $f{$_} = list_param($q, $_) for qw(venue organizer include);
        $f{$_} = bool_param($q, $_) for qw(featured geoloc ticketed);
        $f{post_parent} = int_param($q, 'post_parent');
        my %geo;
        for my $g (qw(geoloc_lat geoloc_lng)) {
            my $v = $q->param($g);
            next unless defined $v && length $v;
            fail(choice('invalid'), 'invalid_param', "Invalid parameter: $g", params => [$g]) unless $v =~ /^-?\d+(?:\.\d+)?$/a;
            $geo{$g} = $v;
        }
        fail(choice('invalid'), 'missing_param', 'geoloc_lat and geoloc_lng go together', params => [qw(geoloc_lat geoloc_lng)]) if keys %geo == 1;
    }
    elsif ($k->{post}) {
        $f{event} = int_param($q, 'event');
        $f{has_events} = bool_param($q, 'has_events');
        $f{upcoming} = bool_param($q, 'only_with_upcoming');
    }
    else {
        $f{$_} = list_param($q, $_) for qw(include exclude);
        $f{hide_empty} = bool_param($q, 'hide_empty') // (bug('tags-show-empty-by-default') && $kind eq 'tags' ? 0 : 1);
        $f{$_} = int_param($q, $_) for qw(post event);
        $f{parent} = int_param($q, 'parent') if $kind eq 'categories';
        $f{slug} = list_param($q, 'slug', 1);
        my $order = lc($q->param('order') // '');
        fail(choice('invalid'), 'invalid_param', 'Invalid parameter: order', params => ['order']) unless $order =~ /^(?:asc|desc|ascending|descending|)$/;
        $f{desc} = $order =~ /^desc/ ? 1 : 0;
        my $by = $q->param('orderby');
        $by = 'name' unless defined $by && length $by;
        $by = 'id' if $by eq 'term_id';
        fail(choice('invalid'), 'invalid_param', 'Invalid parameter: orderby', params => ['orderby']) unless $by =~ /^(?:id|name|slug|count|description|parent)$/;
        $f{orderby} = $by;
    }
    my ($rows, $total) = $STORE->list($kind, \%f, $ctx->{who}, $ctx->{lang});
    my $pages = int(($total + $f{per_page} - 1) / $f{per_page});
    if ($f{page} > 1 && $f{page} > $pages && choice('beyond') ne 'empty') { fail(choice('beyond'), 'no_such_page', 'The page is past the last one') }
    my $at = sub {
        my $n = shift;
        my $p = $q->clone;
        $p->remove('page');
        my $s = $p->append(page => $n)->to_string;
        return "$ctx->{base}/$kind?$s";
    };
    my %p = (page => $f{page}, per_page => $f{per_page}, total => $total, pages => $pages, self => "$ctx->{base}/$kind" . (length "$q" ? "?$q" : ''));
    $p{next} = $at->($f{page} + 1) if $f{page} < $pages;
    $p{prev} = $at->($f{page} - 1) if $f{page} > 1 && $f{page} <= $pages + 1;
    my $pre = choice('list') eq 'bare' ? 'X-WP-' : 'X-';
    my %h = ("${pre}Total" => $total, ($pre eq 'X-' ? 'X-Total-Pages' : 'X-WP-TotalPages') => $pages);
    my @link = map { $p{$_} ? qq(<$p{$_}>; rel="$_") : () } qw(prev next);
    $h{Link} = join ', ', @link if @link;
    return (200, Cal::View::list($ctx, $kind, [map { Cal::View::record($ctx, $kind, $_) } @$rows], %p), \%h);
}

# --- items ------------------------------------------------------------
sub _find {
    my ($ctx, $kind, $key, $val) = @_;
    my $id = $val;
    if ($key eq 'slug') {
        my $slug = $val;
        $slug = encode('UTF-8', $slug) if bug('by-slug-bytes-not-decoded');
        undef $id;
        unless ($MISSED{$kind}{$slug}) {
            $id = $STORE->id_of_slug($kind, $slug);
            $MISSED{$kind}{$slug} = 1 if !defined $id && $kind eq 'events';
        }
    }
    my $row = defined $id ? $STORE->find($kind, $id, $ctx->{lang}) : undef;
    if (!$row || ($row->{status} // '') eq 'trash') {
        my $gone = defined $id && $DELETED{$kind}{ 0 + $id };
        if ($row && $ctx->{verb} =~ /^(?:GET|HEAD)$/ && $ctx->{who}{role} =~ /^(?:all|editor)$/) { return $row }
        fail($row ? 410 : $gone ? choice('gone') : 404, 'not_found', "There is no such $Cal::Store::KIND{$kind}{one}");
    }
    return $row;
}

sub _may_see {
    my ($ctx, $row) = @_;
    my $w = $ctx->{who};
    return 1 if $w->{role} eq 'all' || $w->{role} eq 'editor' || !defined $row->{status} || $row->{status} eq 'publish';
    return $w->{role} eq 'author' && $row->{author} == $w->{id};
}

sub _item {
    my ($ctx, $kind, $key, $val) = @_;
    my $row = eval { _find($ctx, $kind, $key, $val) };
    if (my $e = $@) {
        return (200, undef, {}) if bug('unknown-organizer-200') && $kind eq 'organizers' && $key eq 'id' && ref $e && $e->{status} == 404;
        die $e;
    }
    unless (_may_see($ctx, $row)) {
        fail(404, 'not_found', "There is no such $Cal::Store::KIND{$kind}{one}") if choice('hidden') eq '404';
        _refuse($ctx, 'This is not public');
    }
    if (defined $row->{password} && $key eq 'id') { $ctx->{unlocked} = ($ctx->{q}->param('password') // '') eq $row->{password} }
    return (200, Cal::View::item($kind, Cal::View::record($ctx, $kind, $row)), {});
}

sub _may_write {
    my ($ctx, $kind, $row) = @_;
    my $w = $ctx->{who};
    return if $w->{role} eq 'all' || $w->{role} eq 'editor';
    _refuse($ctx, 'This user may not do that') if $w->{role} ne 'author' || !$Cal::Store::KIND{$kind}{post};
    return unless $row;
    return if $row->{author} == $w->{id};
    fail(404, 'not_found', "There is no such $Cal::Store::KIND{$kind}{one}") if choice('hidden') eq '404' && !_may_see($ctx, $row);
    _refuse($ctx, 'This belongs to somebody else');
}

# rules that need the store
sub _cross_check {
    my ($ctx, $kind, $v, $row) = @_;
    my $bad = sub { fail(choice('invalid'), 'invalid_param', "Invalid parameter: $_[0] ($_[1])", params => [$_[0]]) };
    if (exists $v->{author}) {
        if (!defined $v->{author}) { delete $v->{author} }
        else {
            $bad->('author', 'there is no such user') if $v->{author} < 1 || ($AUTH && $v->{author} > 3);
            _refuse($ctx, 'An author may not write for somebody else') if $ctx->{who}{role} eq 'author' && $v->{author} != $ctx->{who}{id};
        }
    }
    if ($kind eq 'events') {
        for my $l (keys %Cal::Store::LINK_KIND) {
            next unless exists $v->{$l};
            my %had = $row ? (map { $_ => 1 } @{ $STORE->links_of($row->{id}, { role => 'all' })->{$l} }) : ();
            my @ok = grep { $had{$_} || $STORE->exists_ref($l, $_, $ctx->{who}) } @{ $v->{$l} };
            $bad->($l, 'there is no such record') if @ok != @{ $v->{$l} } && choice('bad_ref') eq 'refuse';
            $v->{$l} = \@ok;
        }
        my ($s, $e) = map { $v->{$_} // ($row ? $row->{$_} : undef) } qw(start_date end_date);
        if (choice('all_day') eq 'normalise' && ($v->{all_day} // ($row ? $row->{all_day} : 0))) {
            $v->{start_date} = substr($s, 0, 10) . ' 00:00:00' if exists $v->{start_date} || exists $v->{all_day};
            $v->{end_date} = substr($e, 0, 10) . ' 23:59:59' if exists $v->{end_date} || exists $v->{all_day};
        }
        elsif (defined $s && defined $e && $e lt $s) { $bad->('end_date', 'the end is before the start') }
    }
    if ($kind eq 'categories' && exists $v->{parent}) {
        $v->{parent} //= 0;
        $bad->('parent', 'there is no such category') if $v->{parent} && !$STORE->exists_ref('categories', $v->{parent}, $ctx->{who});
        $bad->('parent', 'a category cannot be below itself') if $row && $v->{parent} && $STORE->circular($row->{id}, $v->{parent});
    }
    my $own = $row ? $row->{id} : 0;
    fail(409, 'slug_taken', 'The slug is taken', params => ['slug']) if choice('slug_taken') eq 'conflict' && length($v->{slug} // '') && $STORE->slug_taken($kind, $v->{slug}, $own);
    fail(409, 'name_taken', 'There is a term of this name', params => ['name'])
        if choice('term_name') eq 'unique' && !$Cal::Store::KIND{$kind}{post} && defined $v->{name} && $STORE->name_taken($kind, $v->{name}, $own);
}

sub _create {
    my ($ctx, $kind, $in) = @_;
    my $k = $Cal::Store::KIND{$kind};
    _may_write($ctx, $kind);
    my $v = check_body($kind, $in, creating => 1);
    _cross_check($ctx, $kind, $v);
    if ($k->{post}) {
        $v->{status}   //= choice('status');
        $v->{author}   //= $ctx->{who}{id};
        $v->{date_utc} //= from_epoch(time, 'UTC');
    }
    if ($kind eq 'events') {
        $v->{timezone} //= site_zone();
        $v->{$_} //= choice('show_map') for qw(show_map show_map_link);
        $v->{$_} //= 0 for qw(all_day hide_from_listings sticky featured);
        _spoil_event($v);
    }
    my $id = $STORE->insert($kind, $v, $ctx->{lang});
    my $o = Cal::View::record($ctx, $kind, $STORE->find($kind, $id, $ctx->{lang}));
    $o = { map { $_ => $o->{$_} } qw(id slug rest_url) } if choice('create_body') eq 'short';
    return (choice('create'), Cal::View::item($kind, $o), choice('create') == 201 ? { Location => "$ctx->{base}/$kind/$id" } : {});
}

sub _spoil_event {
    my $v = shift;
    if (bug('zero-cost-lost') && defined $v->{cost} && $v->{cost} =~ /^"?0(?:\.0+)?"?$/) { $v->{cost} = '""' }
}

sub _update {
    my ($ctx, $kind, $key, $val, $in) = @_;
    my $k   = $Cal::Store::KIND{$kind};
    my $row = _find($ctx, $kind, $key, $val);
    _may_write($ctx, $kind, bug('patch-skips-ownership') && $ctx->{verb} eq 'PATCH' ? undef : $row);
    my $v = check_body($kind, $in, zone => $row->{timezone}, by_slug => $key eq 'slug');
    if (choice('put') eq 'replace' && $ctx->{verb} eq 'PUT') {
        my $spec = fields_of($kind);
        for my $f (keys %$spec) {
            next if exists $v->{$f} || $spec->{$f} =~ /^(?:name|time|pubdate|utcdate|slug|status|zone)$/ || $f eq 'author';
            $v->{$f} = $spec->{$f} eq 'ids' ? [] : $spec->{$f} eq 'bool' ? ($f =~ /^show_map/ ? choice('show_map') : 0) : $f eq 'parent' ? 0 : undef;
        }
    }
    _cross_check($ctx, $kind, $v, $row);
    $v->{password} = $in->{password} if choice('protect') && $kind eq 'events' && $key eq 'id' && !defined $row->{password} && length($in->{password} // '') && !ref $in->{password};
    if ($kind eq 'events') {
        _spoil_event($v);
        delete @$v{qw(categories tags venue organizer)} if bug('put-by-slug-drops-relations') && $key eq 'slug' && $ctx->{verb} eq 'PUT';
        if (bug('sticky-cannot-be-cleared') && exists $v->{sticky} && !$v->{sticky}) { delete $v->{sticky} }
        delete $v->{end_date} if bug('end-date-alone-ignored') && exists $v->{end_date} && !exists $v->{start_date};
        if (bug('zone-shift-on-update')) {
            for my $d (qw(start_date end_date)) { $v->{$d} //= from_epoch(to_epoch($row->{$d}, $row->{timezone}), site_zone()) }
        }
    }
    if ($kind eq 'categories' && $ctx->{verb} eq 'PATCH' && bug('category-patch-drops-parent')) { $v->{parent} //= 0 }
    $STORE->update($kind, $row, $v, $ctx->{lang});
    return (204, undef, {}) if choice('update') == 204;
    $ctx->{unlocked} = 1;
    return (200, Cal::View::item($kind, Cal::View::record($ctx, $kind, $STORE->find($kind, $row->{id}, $ctx->{lang}))), {});
}

sub _delete {
    my ($ctx, $kind, $key, $val) = @_;
    if (bug('password-refused-on-delete') && $kind eq 'events' && defined $ctx->{q}->param('password')) { fail(400, 'invalid_param', 'Unknown parameter: password', params => ['password']) }
    if (bug('delete-event-removes-venue') && $kind eq 'events' && $key eq 'id' && !$STORE->find('events', $val, 'nl') && $STORE->find('venues', $val, 'nl')) { $kind = 'venues' }
    my $row = _find($ctx, $kind, $key, $val);
    _may_write($ctx, $kind, $row) unless bug('author-deletes-foreign-by-slug') && $key eq 'slug' && $ctx->{who}{role} eq 'author';
    my $o = Cal::View::record($ctx, $kind, $row);
    if (bug('organizer-delete-by-slug-noop') && $kind eq 'organizers' && $key eq 'slug') { }
    elsif (choice('trash') && $Cal::Store::KIND{$kind}{post}) { $STORE->trash($kind, $row); $o->{status} = 'trash' }
    else { $STORE->remove($kind, $row); $DELETED{$kind}{ $row->{id} } = 1 }
    return (204, undef, {}) if choice('delete') == 204;
    return (choice('delete'), choice('delete_body') eq 'flag' ? { deleted => Mojo::JSON->true, id => 0 + $row->{id} } : Cal::View::item($kind, $o), {});
}

1;
