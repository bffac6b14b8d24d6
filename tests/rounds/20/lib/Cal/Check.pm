package Cal::Check;
# Validation of bodies and of query parameters.
use strict;
use warnings;
use Mojo::JSON qw(to_json);
use Cal::Switch;
use Cal::Util;
use Exporter 'import';
our @EXPORT = qw(check_body int_param bool_param list_param time_param fields_of fail);

sub fail { my ($status, $code, $message, %more) = @_; die { status => $status, code => $code, message => $message, %more } }

my %SPEC = (
    events => {
        title => 'name', start_date => 'time', end_date => 'time', author => 'int', date => 'pubdate', date_utc => 'utcdate',
        description => 'text', slug => 'slug', excerpt => 'text', status => 'status', timezone => 'zone',
        all_day => 'bool', image => 'image', cost => 'any', website => 'url', show_map => 'bool', show_map_link => 'bool',
        hide_from_listings => 'bool', sticky => 'bool', featured => 'bool',
        categories => 'ids', tags => 'ids', venue => 'ids', organizer => 'ids',
    },
    venues => {
        venue => 'name', author => 'int', date => 'pubdate', date_utc => 'utcdate', description => 'text', status => 'status',
        image => 'image', map { $_ => 'str' } qw(show_map show_map_link address city country province state zip phone stateprovince website),
    },
    organizers => {
        organizer => 'name', author => 'int', date => 'pubdate', date_utc => 'utcdate', description => 'text', status => 'status',
        phone => 'str', website => 'str', email => 'email', image => 'image',
    },
    categories => { name => 'name', description => 'text', slug => 'slug', parent => 'int' },
    tags       => { name => 'name', description => 'text', slug => 'slug' },
);
my %REQUIRED = (
    events => [qw(title start_date end_date)], venues => ['venue'], organizers => ['organizer'],
    categories => ['name'], tags => ['name'],
);

sub fields_of { return $SPEC{ $_[0] } }

sub _bad { my ($field, $why) = @_; fail(choice('invalid'), 'invalid_param', "Invalid parameter: $field" . ($why ? " ($why)" : ''), params => [$field]) }

sub _plain {
    my ($field, $v) = @_;
    _bad($field, 'must be a string') if ref $v;
    return "$v";
}

sub _bool {
    my ($field, $v) = @_;
    if (ref $v) {
        _bad($field, 'must be a boolean') unless ref($v) =~ /Boolean/;
        return $v ? 1 : 0;
    }
    if (choice('strict_bool')) { _bad($field, 'must be true or false') unless $v =~ /^(?:true|false|1|0)$/ }
    return 1 if $v =~ /^(?:1|true|yes|on)$/i;
    return 0 if $v =~ /^(?:0|false|no|off|)$/i;
    _bad($field, 'must be a boolean');
}

# -> only the fields that were given, in the store's terms
sub check_body {
    my ($kind, $in, %o) = @_;
    my $spec = $SPEC{$kind};
    my %out;
    if (choice('unknown_field') eq 'refuse') {
        my %also = map { $_ => 1 } qw(id ml_language password);
        for my $f (sort keys %$in) { _bad($f, 'unknown field') unless $spec->{$f} || $also{$f} || $f eq 'slug' }
    }
    my @need = $o{creating} ? @{ $REQUIRED{$kind} } : ();
    @need = grep { $_ ne 'end_date' } @need if bug('end-date-not-required');
    push @need, 'venue' if bug('venue-by-slug-update-needs-name') && $kind eq 'venues' && $o{by_slug};
    my @missing = grep { !defined $in->{$_} || (!ref $in->{$_} && $in->{$_} !~ /\S/) } @need;
    fail(choice('invalid'), 'missing_param', 'Missing parameter(s): ' . join(', ', @missing), params => \@missing) if @missing;

    my $zone = $in->{timezone} // $o{zone} // site_zone();
    for my $f (sort keys %$spec) {
        next unless exists $in->{$f};
        my ($v, $t) = ($in->{$f}, $spec->{$f});
        if ($t eq 'name') {
            _bad($f, 'must not be empty') unless defined $v;
            $v = _plain($f, $v);
            _bad($f, 'must not be empty') unless $v =~ /\S/;
            $out{$f} = $v;
        }
        elsif ($t eq 'text' || $t eq 'str') { $out{$f} = defined $v ? _plain($f, $v) : undef }
        elsif ($t eq 'time') {
            my ($time, $only) = parse_time($v, $zone);
            if (!defined $time && $kind eq 'events' && $f eq 'end_date' && !defined $v && bug('end-date-not-required')) { next }
            _bad($f, 'must be a date and time') if !defined $time || ($only && !choice('date_only'));
            $out{$f} = $time;
        }
        elsif ($t eq 'pubdate' || $t eq 'utcdate') {
            if (!defined $v || (!ref $v && $v eq '')) { next }
            my $z = $t eq 'utcdate' ? 'UTC' : site_zone();
            my ($time) = parse_time($v, $z);
            _bad($f, 'must be a date and time') unless defined $time;
            next if $t eq 'utcdate' && defined $out{date_utc};    # date goes first
            my $e = to_epoch($time, $z);
            $out{date_utc} = from_epoch($e, 'UTC');
            $out{date_utc} = from_epoch($e + 3600, 'UTC')
                if bug('publication-utc-without-summer-time') && zone_offset(from_epoch($e, site_zone()), site_zone()) == 7200;
        }
        elsif ($t eq 'int') {
            if (!defined $v || (!ref $v && $v eq '')) { $out{$f} = undef; next }
            _bad($f, 'must be an integer') if ref $v || $v !~ /^\d{1,15}$/a;
            $out{$f} = 0 + $v;
        }
        elsif ($t eq 'slug')   { next unless defined $v; $v = _plain($f, $v); $out{slug} = slugify($v, 1) if length $v }
        elsif ($t eq 'status') {
            next unless defined $v;
            $v = _plain($f, $v);
            _bad($f, 'unknown status') unless $v =~ /^(?:publish|draft|pending|private|future)$/;
            $out{status} = $v;
        }
        elsif ($t eq 'zone') {
            if (!defined $v || (!ref $v && $v eq '')) { $out{timezone} = site_zone(); next }
            _bad($f, 'unknown time zone') unless zone_ok($v);
            $out{timezone} = $v;
        }
        elsif ($t eq 'bool') { $out{$f} = defined $v ? _bool($f, $v) : ($f =~ /^show_map/ ? choice('show_map') : 0) }
        elsif ($t eq 'image') {
            if (!defined $v) { $out{$f} = undef; next }
            $v = _plain($f, $v);
            _bad($f, 'must be an image ID or URL') unless $v =~ m{^(?:\d+|https?://\S+|)$}i;
            $out{$f} = $v;
        }
        elsif ($t eq 'url') {
            if (!defined $v) { $out{$f} = undef; next }
            $v = _plain($f, $v);
            _bad($f, 'must be a URL') unless $v =~ m{^(?:https?://[^\s/][^\s]*|)$}i;
            $out{$f} = $v;
        }
        elsif ($t eq 'email') {
            if (!defined $v) { $out{$f} = undef; next }
            $v = _plain($f, $v);
            _bad($f, 'must be an e-mail address') unless $v =~ /^(?:[^\s\@]+\@[^\s\@]+|)$/;
            $out{$f} = $v;
        }
        elsif ($t eq 'any') { $out{$f} = to_json($v) }
        elsif ($t eq 'ids') {
            $v = [] unless defined $v;
            $v = [split /\s*,\s*/, $v] unless ref $v;
            _bad($f, 'must be an array of IDs') unless ref $v eq 'ARRAY';
            my (@ids, %seen);
            for my $id (@$v) {
                _bad($f, 'must be an array of IDs') if !defined $id || ref $id || $id !~ /^\s*\d{1,15}\s*$/a;
                push @ids, 0 + $id unless $seen{ 0 + $id }++;
            }
            $out{$f} = \@ids;
        }
    }
    return \%out;
}

# --- query parameters -------------------------------------------------
sub int_param {
    my ($q, $name, $min) = @_;
    my $v = $q->param($name);
    return undef unless defined $v && length $v;
    _bad($name, 'must be an integer') unless $v =~ /^\s*\d{1,15}\s*$/a;
    _bad($name, "must be at least $min") if defined $min && $v < $min;
    return 0 + $v;
}

sub bool_param {
    my ($q, $name) = @_;
    my $v = $q->param($name);
    return undef unless defined $v && length $v;
    return _bool($name, $v);
}

sub list_param {
    my ($q, $name, $slugs) = @_;
    my @raw;
    for my $p (@{ $q->names }) { push @raw, @{ $q->every_param($p) } if $p =~ /^\Q$name\E(?:\[\d*\])?$/ }
    my @v = grep { length } map { s/^\s+|\s+$//gr } map { split /,/ } grep { defined } @raw;
    return undef unless @v;
    unless ($slugs) { $_ =~ /^\d{1,15}$/a or _bad($name, 'must be a list of IDs') for @v }
    return \@v;
}

sub time_param {
    my ($q, $name) = @_;
    my $v = $q->param($name);
    return undef unless defined $v && length $v;
    my ($t, $only) = parse_time($v, site_zone());
    _bad($name, 'must be a date') unless defined $t;
    return { at => $t, day => substr($t, 0, 10), only => $only };
}

1;
