package Cal::Util;
# Slugs, text folding, times and zones.
use strict;
use warnings;
use utf8;
use POSIX ();
use Unicode::Normalize qw(NFD NFC);
use Exporter 'import';
our @EXPORT = qw(slugify fold like_escape parse_time to_epoch from_epoch zone_ok site_zone now_local zone_offset);

my $SITE = 'Europe/Amsterdam';
sub site_zone { $SITE }

sub fold { my $s = shift; return defined $s ? NFC(CORE::fc($s)) : undef }

sub like_escape { my $s = shift; $s =~ s/([\\%_])/\\$1/g; return $s }

# keep_dots: a slug that the client chose may hold dots
sub slugify {
    my ($s, $keep_dots) = @_;
    $s = NFD($s // '');
    $s =~ s/[\x{300}-\x{36f}]//g;
    $s = lc NFC($s);
    $s =~ s/['’]//g;
    if   ($keep_dots) { $s =~ s/[^\p{L}\p{M}\p{N}_.\-]+/-/g }
    else              { $s =~ s/[^\p{L}\p{M}\p{N}_\-]+/-/g }
    $s =~ s/-{2,}/-/g;
    $s =~ s/^[-.]+|[-.]+$//g;
    return $s;
}

# --- zones ------------------------------------------------------------
my (%ZONE, $current);

sub zone_ok {
    my $z = shift;
    return 0 unless defined $z && !ref $z && length $z;
    $ZONE{$z} //= do {
        if    ($z eq 'UTC')                                          { 'UTC0' }
        elsif ($z =~ /^UTC([+-])(\d{1,2})(?::?([0-5]\d))?$/ && $2 <= 14) { sprintf '<%s>%s%d:%s', "$1" . sprintf('%02d', $2), $1 eq '+' ? '-' : '+', $2, $3 // '00' }
        elsif ($z =~ m{^[A-Za-z][A-Za-z_+\-0-9]*(?:/[A-Za-z_+\-0-9]+){0,2}$} && -f "/usr/share/zoneinfo/$z") { ":$z" }
        else { '' }
    };
    return length $ZONE{$z} ? 1 : 0;
}

sub _enter {
    my $z = shift;
    zone_ok($z) or $z = $SITE;
    return if defined $current && $current eq $z;
    zone_ok($z);
    $ENV{TZ} = $ZONE{$z};
    POSIX::tzset();
    $current = $z;
}

# days since 1970-01-01
sub _days {
    my ($y, $m, $d) = @_;
    $y-- if $m <= 2;
    my $era = POSIX::floor($y / 400);
    my $yoe = $y - $era * 400;
    my $doy = int((153 * ($m + ($m > 2 ? -3 : 9)) + 2) / 5) + $d - 1;
    return $era * 146097 + $yoe * 365 + int($yoe / 4) - int($yoe / 100) + $doy - 719468;
}

sub to_epoch {
    my ($s, $zone) = @_;
    my ($y, $m, $d, $h, $i, $sec) = $s =~ /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/ or return undef;
    my $utc = 86400 * _days($y, $m, $d) + 3600 * $h + 60 * $i + $sec;
    return $utc if $zone eq 'UTC';
    _enter($zone);
    return POSIX::mktime($sec, $i, $h, $d, $m - 1, $y - 1900, 0, 0, -1) // $utc;
}

sub from_epoch {
    my ($e, $zone) = @_;
    my @t;
    if ($zone eq 'UTC') { @t = gmtime $e }
    else                { _enter($zone); @t = localtime $e }
    return sprintf '%04d-%02d-%02d %02d:%02d:%02d', $t[5] + 1900, $t[4] + 1, @t[3, 2, 1, 0];
}

sub zone_offset {
    my ($s, $zone) = @_;
    my $e   = to_epoch($s, $zone) // return 0;
    my $utc = to_epoch($s, 'UTC');
    return $utc - $e;
}

sub now_local { return from_epoch(time, $_[0] // $SITE) }

my @DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);

# A time as a client writes it -> "YYYY-MM-DD HH:MM:SS" in the zone, and whether it was only a date.
sub parse_time {
    my ($s, $zone) = @_;
    return unless defined $s && !ref $s;
    $s =~ s/^\s+|\s+$//g;
    my ($y, $m, $d, $h, $i, $sec, $off) = $s =~
        /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/a or return;
    return if $y < 1 || $m < 1 || $m > 12 || $d < 1;
    my $max = $DAYS[ $m - 1 ];
    $max = 29 if $m == 2 && ($y % 4 == 0 && ($y % 100 || $y % 400 == 0));
    return if $d > $max;
    my $only = defined $h ? 0 : 1;
    $_ //= 0 for $h, $i, $sec;
    return if $h > 23 || $i > 59 || $sec > 59;
    my $v = sprintf '%04d-%02d-%02d %02d:%02d:%02d', $y, $m, $d, $h, $i, $sec;
    if (defined $off) {
        my $e = to_epoch($v, 'UTC') // return;
        if ($off =~ /^([+-])(\d\d):?(\d\d)$/) { $e -= ($1 eq '+' ? 1 : -1) * ($2 * 3600 + $3 * 60) }
        $v = from_epoch($e, $zone // $SITE);
    }
    return ($v, $only);
}

1;
