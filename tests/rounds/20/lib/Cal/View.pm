package Cal::View;
# Records -> answers.
use strict;
use warnings;
use Mojo::JSON qw(from_json);
use Cal::Switch;
use Cal::Util;

my %BOOL = map { $_ => 1 } qw(all_day hide_from_listings sticky featured);

sub _bool { my $v = shift; return choice('bool') eq 'int' ? ($v ? 1 : 0) : ($v ? Mojo::JSON->true : Mojo::JSON->false) }
sub _id   { my $v = shift; return choice('id') eq 'string' ? "$v" : 0 + $v }

sub _text {
    my $v = shift;
    return $v if choice('text') eq 'plain' || !defined $v;
    my $html = $v;
    $html =~ s/&/&amp;/g; $html =~ s/</&lt;/g; $html =~ s/>/&gt;/g;
    return { raw => $v, rendered => $html };
}

sub _time {
    my ($v, $zone) = @_;
    return undef unless defined $v;
    my $n = choice('time');
    return $v if $n eq 'sql';
    return $v =~ s/ /T/r if $n eq 'isolocal';
    if ($n eq 'offset') {
        my $o = zone_offset($v, $zone);
        my $a = abs $o;
        return ($v =~ s/ /T/r) . sprintf '%s%02d:%02d', $o < 0 ? '-' : '+', int($a / 3600), int($a % 3600 / 60);
    }
    return (from_epoch(to_epoch($v, $zone), 'UTC') =~ s/ /T/r) . 'Z' if $n eq 'utcz';
    return { date => $v, timezone => $zone, timestamp => to_epoch($v, $zone) };
}

sub record {
    my ($ctx, $kind, $r) = @_;
    my $store = $ctx->{store};
    my $k     = $Cal::Store::KIND{$kind};
    my $self  = "$ctx->{base}/$kind/$r->{id}";
    my %o     = (id => _id($r->{id}), slug => $r->{slug}, $k->{name} => _text($r->{name}), rest_url => $self);
    if ($k->{post}) {
        $o{$_} = $r->{$_} for qw(status);
        $o{author} = _id($r->{author});
        $o{date_utc} = _time($r->{date_utc}, 'UTC');
        $o{date} = _time(from_epoch(to_epoch($r->{date_utc}, 'UTC'), site_zone()), site_zone());
    }
    if ($kind eq 'events') {
        my $hide = $r->{password} && !$ctx->{unlocked} && $ctx->{who}{role} !~ /^(?:all|editor)$/ && $r->{author} != ($ctx->{who}{id} // 0);
        $o{description} = _text($hide ? '' : $r->{description} // '');
        $o{excerpt}     = _text($hide ? '' : $r->{excerpt}     // '');
        $o{protected}   = _bool($r->{password} ? 1 : 0) if choice('protect');
        my $z = $r->{timezone};
        $o{timezone} = $z;
        $o{"${_}_date"} = _time($r->{"${_}_date"}, $z) for qw(start end);
        $o{"utc_${_}_date"} = defined $r->{"${_}_date"} ? _time(from_epoch(to_epoch($r->{"${_}_date"}, $z), 'UTC'), 'UTC') : undef for qw(start end);
        $o{$_} = _bool($r->{$_}) for qw(all_day show_map show_map_link hide_from_listings sticky featured);
        $o{image} = $r->{image};
        $o{website} = $r->{website};
        $o{cost} = defined $r->{cost} ? from_json($r->{cost}) : undef;
        $o{cost} = "$o{cost}" if choice('cost') eq 'string' && defined $o{cost} && !ref $o{cost};
        if (bug('website-ampersand-escaped') && defined $o{website}) { $o{website} =~ s/&/&amp;/g }
        my $links = $store->links_of($r->{id}, $ctx->{who});
        for my $l (keys %$links) {
            my $lk  = $Cal::Store::LINK_KIND{$l};
            my $how = choice('rel');
            if    ($how eq 'ids')     { $o{$l} = [map { 0 + $_ } @{ $links->{$l} }] }
            elsif ($how eq 'strings') { $o{$l} = [map {"$_"} @{ $links->{$l} }] }
            elsif ($how eq 'refs')    { $o{$l} = [map { { id => _id($_), href => "$ctx->{base}/$lk/$_" } } @{ $links->{$l} }] }
            else                      { $o{$l} = [map { my $x = $store->find($lk, $_, $ctx->{lang}); $x ? record($ctx, $lk, $x) : () } @{ $links->{$l} }] }
        }
    }
    elsif ($k->{post}) {
        $o{description} = _text($r->{description});
        $o{$_} = $r->{$_} for @{ $k->{cols} };
    }
    else {
        $o{description} = _text($r->{description} // '');
        $o{parent} = _id($r->{parent}) if $kind eq 'categories';
        $o{count} = 0 + $store->count_events($kind, $r->{id}, $ctx->{who});
    }
    $o{_links} = { self => [{ href => $self }], collection => [{ href => "$ctx->{base}/$kind" }] } if choice('list') eq 'hal';
    if    (choice('null') eq 'omit')  { delete $o{$_} for grep { !defined $o{$_} } keys %o }
    elsif (choice('null') eq 'empty') { $_ //= '' for values %o }
    return \%o;
}

sub item {
    my ($kind, $o) = @_;
    my $e = choice('item');
    return { data => $o } if $e eq 'data';
    return { result => $o } if $e eq 'result';
    return $o;
}

sub list {
    my ($ctx, $kind, $items, %p) = @_;
    my $e = choice('list');
    my $n = 0 + $p{total};
    return $items if $e eq 'bare';
    return { data => $items, meta => { page => $p{page}, per_page => $p{per_page}, total => $n, pages => $p{pages} }, links => { next => $p{next}, prev => $p{prev} } } if $e eq 'data';
    return { items => $items, total => $n, pages => $p{pages} } if $e eq 'items';
    return { $kind => $items, pagination => { page => $p{page}, per_page => $p{per_page}, total_items => $n, total_pages => $p{pages} } } if $e eq 'pagination';
    return {
        _embedded => { $kind => $items }, page => { number => $p{page}, size => $p{per_page}, total => $n, pages => $p{pages} },
        _links => { self => { href => $p{self} }, ($p{next} ? (next => { href => $p{next} }) : ()), ($p{prev} ? (prev => { href => $p{prev} }) : ()) },
    } if $e eq 'hal';
    return {
        $kind => $items, rest_url => $p{self}, total => $n, total_pages => $p{pages},
        ($p{next} ? (next_rest_url => $p{next}) : ()), ($p{prev} ? (previous_rest_url => $p{prev}) : ()),
    };
}

1;
