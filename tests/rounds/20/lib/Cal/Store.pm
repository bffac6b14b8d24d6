package Cal::Store;
# The tables and their repositories.
use strict;
use warnings;
use DBI;
use Cal::Switch;
use Cal::Util;

my @EVENT = qw(start_date end_date timezone all_day image cost website show_map show_map_link hide_from_listings sticky featured);
my @VENUE = qw(show_map show_map_link address city country province state zip phone stateprovince website image);
my @ORGANIZER = qw(phone website email image);

our %KIND = (
    events     => { table => 'events',     name => 'title',     one => 'event',     post => 1, cols => \@EVENT },
    venues     => { table => 'venues',     name => 'venue',     one => 'venue',     post => 1, cols => \@VENUE,     link => 'venue' },
    organizers => { table => 'organizers', name => 'organizer', one => 'organizer', post => 1, cols => \@ORGANIZER, link => 'organizer' },
    categories => { table => 'categories', name => 'name',      one => 'category',  post => 0, cols => ['parent'],  link => 'categories' },
    tags       => { table => 'tags',       name => 'name',      one => 'tag',       post => 0, cols => [],          link => 'tags' },
);
our %LINK_KIND = map { $KIND{$_}{link} ? ($KIND{$_}{link} => $_) : () } keys %KIND;

my %TEXT_OF = (events => [qw(title description excerpt)], venues => [qw(venue description)], organizers => [qw(organizer description)],
    categories => [qw(name description)], tags => [qw(name description)]);

sub new {
    my $class = shift;
    my $dbh = DBI->connect('dbi:SQLite:dbname=:memory:', '', '',
        { RaiseError => 1, PrintError => 0, AutoCommit => 1, sqlite_unicode => 1 });
    $dbh->do($_) for (
        'CREATE TABLE post_ids (id INTEGER PRIMARY KEY AUTOINCREMENT)',
        'CREATE TABLE term_ids (id INTEGER PRIMARY KEY AUTOINCREMENT)',
        (map {
            my $k = $KIND{$_};
            my $cols = join '', map { ", $_ " . (/^(?:all_day|hide_from_listings|sticky|featured|parent)$/ ? 'INTEGER NOT NULL DEFAULT 0' : $_ eq 'cost' || $_ !~ /^show_map/ || $k->{table} eq 'venues' ? 'TEXT' : 'INTEGER') } @{ $k->{cols} };
            "CREATE TABLE $k->{table} (id INTEGER PRIMARY KEY, slug TEXT NOT NULL, lang TEXT NOT NULL"
                . ($k->{post} ? ', status TEXT NOT NULL, author INTEGER NOT NULL, date_utc TEXT NOT NULL, password TEXT, post_parent INTEGER NOT NULL DEFAULT 0' : '') . "$cols)"
        } sort keys %KIND),
        (map { "CREATE INDEX $KIND{$_}{table}_slug ON $KIND{$_}{table} (slug)" } sort keys %KIND),
        'CREATE TABLE texts (kind TEXT, id INTEGER, lang TEXT, name TEXT, description TEXT, excerpt TEXT, PRIMARY KEY (kind, id, lang))',
        'CREATE TABLE links (event_id INTEGER, kind TEXT, ref_id INTEGER, pos INTEGER, PRIMARY KEY (event_id, kind, ref_id))',
        'CREATE INDEX links_ref ON links (kind, ref_id)',
    );
    $dbh->sqlite_create_function('fold', 1, \&fold);
    $dbh->do('PRAGMA case_sensitive_like = 1');
    return bless { dbh => $dbh, term_slug => {} }, $class;
}

sub dbh { $_[0]{dbh} }

sub transaction {
    my ($self, $code) = @_;
    $self->{dbh}->begin_work;
    my $r = eval { $code->() };
    if (my $e = $@) { $self->{dbh}->rollback; die $e }
    $self->{dbh}->commit;
    return $r;
}

# --- reading ----------------------------------------------------------
sub _from {
    my ($self, $kind, $lang) = @_;
    my $l = choice('lang') eq 'record' ? 'r.lang' : $self->{dbh}->quote($lang);
    return "FROM $KIND{$kind}{table} r JOIN texts o ON o.kind = '$kind' AND o.id = r.id AND o.lang = r.lang"
        . " LEFT JOIN texts t ON t.kind = '$kind' AND t.id = r.id AND t.lang = $l";
}
my $TEXT_COLS = 'COALESCE(t.name, o.name) AS name, COALESCE(t.description, o.description) AS description, COALESCE(t.excerpt, o.excerpt) AS excerpt';

sub find {
    my ($self, $kind, $id, $lang) = @_;
    return $self->{dbh}->selectrow_hashref("SELECT r.*, $TEXT_COLS " . $self->_from($kind, $lang) . ' WHERE r.id = ?', { Slice => {} }, $id);
}

sub id_of_slug {
    my ($self, $kind, $slug) = @_;
    my $trash = $KIND{$kind}{post} ? " AND status <> 'trash'" : '';
    my ($id) = $self->{dbh}->selectrow_array("SELECT id FROM $KIND{$kind}{table} WHERE slug = ?$trash ORDER BY id LIMIT 1", undef, $slug);
    return $id;
}

# the events' filters know terms by ID or by slug
sub term_ids {
    my ($self, $kind, $given) = @_;
    my @ids;
    for my $v (@$given) {
        if ($v =~ /^\d+$/a) { push @ids, $v; next }
        if (bug('tag-slug-with-leading-digits') && $kind eq 'tags' && $v =~ /^(\d+)/a) { push @ids, $1; next }
        my $id = $self->{term_slug}{$kind}{$v} //= $self->id_of_slug($kind, $v);
        push @ids, $id if defined $id;
    }
    return \@ids;
}

sub links_of {
    my ($self, $event_id, $who) = @_;
    my %l = map { $_ => [] } keys %LINK_KIND;
    my $rows = $self->{dbh}->selectall_arrayref('SELECT kind, ref_id FROM links WHERE event_id = ? ORDER BY kind, pos', undef, $event_id);
    for my $r (@$rows) { push @{ $l{ $r->[0] } }, $r->[1] if $self->_ref_visible(@$r, $who) }
    return \%l;
}

sub _ref_visible {
    my ($self, $link, $id, $who) = @_;
    return 1 unless $link eq 'venue' || $link eq 'organizer';
    my ($vis, @b) = visible($who, 'r');
    my ($ok) = $self->{dbh}->selectrow_array("SELECT 1 FROM $KIND{$LINK_KIND{$link}}{table} r WHERE r.id = ? AND r.status <> 'trash' AND $vis", undef, $id, @b);
    return $ok;
}

# SQL of what somebody may see
sub visible {
    my ($who, $t) = @_;
    return ('1 = 1') if $who->{role} eq 'all' || $who->{role} eq 'editor';
    return ("($t.status = 'publish' OR $t.author = ?)", $who->{id}) if $who->{role} eq 'author';
    return ("$t.status = 'publish'");
}

# SQL: events of the record r, with a further condition
sub _events_of {
    my ($kind, $who, $more) = @_;
    my ($vis, @b) = visible($who, 'e');
    return ("SELECT e.id FROM links x JOIN events e ON e.id = x.event_id WHERE x.kind = '$KIND{$kind}{link}' AND x.ref_id = r.id AND e.status <> 'trash' AND $vis" . ($more // ''), @b);
}

sub count_events {
    my ($self, $kind, $id, $who) = @_;
    my ($sql, @b) = _events_of($kind, $who);
    $sql =~ s/SELECT e\.id/SELECT COUNT(*)/;
    $sql =~ s/x\.ref_id = r\.id/x.ref_id = ?/;
    my ($n) = $self->{dbh}->selectrow_array($sql, undef, $id, @b);
    return $n;
}

sub _in { my $n = shift; return $n ? '(' . join(', ', ('?') x $n) . ')' : '(NULL)' }

sub list {
    my ($self, $kind, $f, $who, $lang) = @_;
    my $k = $KIND{$kind};
    my (@where, @bind);
    my $and = sub { my ($sql, @b) = @_; push @where, $sql; push @bind, @b };
    my $join = '';
    my @join_bind;

    if ($k->{post}) {
        my ($vis, @b) = visible($who, 'r');
        $and->($vis, @b) unless bug('draft-shown-by-search') && $kind eq 'events' && defined $f->{search};
        $and->("r.status <> 'trash'") unless ($f->{status} // '') eq 'trash';
        $and->('r.status = ?', $f->{status}) if defined $f->{status};
    }
    $and->('r.lang = ?', $f->{only_lang}) if defined $f->{only_lang};

    if ($kind eq 'events') {
        my %date;    # conditions on a column
        my $cond = sub {
            my ($col, $sql, @b) = @_;
            if (bug('second-date-filter-wins')) { $date{$col} = [[$sql, @b]] }
            else                                { push @{ $date{$col} }, [$sql, @b] }
        };
        my $strict = $f->{strict};
        if (my $t = $f->{start_date}) {
            my $from = ($strict && !$t->{only}) || bug('start-date-not-whole-day') ? $t->{at} : "$t->{day} 00:00:00";
            $cond->('start_date', 'r.start_date BETWEEN ? AND ?', $from, "$t->{day} 23:59:59");
        }
        if (my $t = $f->{end_date}) {
            my $to = $strict && !$t->{only} ? $t->{at} : "$t->{day} 23:59:59";
            $cond->('end_date', 'r.end_date BETWEEN ? AND ?', "$t->{day} 00:00:00", $to);
        }
        for my $c ('start', 'end') {
            if (my $t = $f->{"${c}s_after"}) {
                my $exact = $strict && !(bug('strict-ignored-for-ends-after') && $c eq 'end');
                $cond->("${c}_date", "r.${c}_date " . ($exact ? '> ?' : '>= ?'), $exact ? $t->{at} : "$t->{day} 00:00:00");
            }
            if (my $t = $f->{"${c}s_before"}) {
                my $col = $c eq 'start' && bug('starts-before-uses-end') ? 'end' : $c;
                $cond->("${col}_date", "r.${col}_date " . ($strict ? '< ?' : '<= ?'), $strict ? $t->{at} : "$t->{day} 23:59:59");
            }
        }
        if ($f->{include}) {
            my $kept = $f->{ends_before};
            %date = ();
            if ($kept && bug('include-still-applies-ends-before')) { $date{end_date} = [['r.end_date <= ?', "$kept->{day} 23:59:59"]] }
        }
        elsif (!%date && choice('window') eq 'upcoming') { $date{end_date} = [['r.end_date >= ?', substr(now_local(), 0, 10) . ' 00:00:00']] }
        for my $c (sort keys %date) { $and->(@$_) for @{ $date{$c} } }

        $and->('r.id IN ' . _in(scalar @{ $f->{include} }), @{ $f->{include} }) if $f->{include};
        for my $rel (qw(categories tags venue organizer)) {
            my $given = $f->{$rel} or next;
            my $ids = $LINK_KIND{$rel} =~ /^(?:categories|tags)$/ ? $self->term_ids($LINK_KIND{$rel}, $given) : $given;
            if ($rel eq 'categories' && bug('category-join-duplicates')) {
                $join .= " JOIN links jc ON jc.event_id = r.id AND jc.kind = 'categories' AND jc.ref_id IN " . _in(scalar @$ids);
                push @join_bind, @$ids;
            }
            elsif ($rel eq 'venue' && bug('venue-filter-substring')) {
                $and->('(' . join(' OR ', ("(SELECT group_concat(ref_id) FROM links x WHERE x.event_id = r.id AND x.kind = 'venue') LIKE ?") x @$ids) . ')', map {"%$_%"} @$ids);
            }
            elsif ($rel eq 'organizer' && bug('organizer-filter-needs-all')) {
                $and->("EXISTS (SELECT 1 FROM links x WHERE x.event_id = r.id AND x.kind = 'organizer' AND x.ref_id = ?)", $_) for @$ids;
            }
            else { $and->("EXISTS (SELECT 1 FROM links x WHERE x.event_id = r.id AND x.kind = '$rel' AND x.ref_id IN " . _in(scalar @$ids) . ')', @$ids) }
        }
        if (bug('featured-false-ignored')) { $and->('r.featured = 1') if $f->{featured} }
        elsif (defined $f->{featured}) { $and->('r.featured = ?', $f->{featured}) }
        $and->('r.post_parent = ?', $f->{post_parent}) if defined $f->{post_parent};
        $and->('1 = 0') if $f->{ticketed};    # this calendar sells no tickets
    }
    elsif ($k->{post}) {
        if (defined $f->{event}) {
            my $first = bug('venues-of-event-first-only') && $kind eq 'venues' ? ' AND x.pos = 0' : '';
            my ($vis, @b) = visible($who, 'e');
            $and->("EXISTS (SELECT 1 FROM links x JOIN events e ON e.id = x.event_id WHERE x.event_id = ? AND x.kind = '$k->{link}' AND x.ref_id = r.id AND e.status <> 'trash' AND $vis$first)", $f->{event}, @b);
        }
        if (defined $f->{has_events} && ($f->{has_events} || choice('has_false') eq 'complement')) {
            my ($sql, @b) = _events_of($kind, $who);
            $and->(($f->{has_events} ? '' : 'NOT ') . "EXISTS ($sql)", @b);
        }
        if ($f->{upcoming}) {
            my ($sql, @b) = _events_of($kind, $who);
            if (bug('upcoming-looks-at-newest-event') && $kind eq 'venues') {
                $sql =~ s/SELECT e\.id/SELECT MAX(e.id)/;
                $and->("(SELECT end_date FROM events WHERE id = ($sql)) >= ?", @b, now_local());
            }
            else { $and->("EXISTS ($sql AND e.end_date >= ?)", @b, now_local()) }
        }
    }
    else {
        $and->('r.id IN ' . _in(scalar @{ $f->{include} }), @{ $f->{include} }) if $f->{include};
        $and->('r.id NOT IN ' . _in(scalar @{ $f->{exclude} }), @{ $f->{exclude} })
            if $f->{exclude} && !(bug('exclude-ignored-beside-include') && $f->{include});
        my ($sql, @b) = _events_of($kind, $who);
        $and->("EXISTS ($sql)", @b) if $f->{hide_empty};
        for my $p (qw(post event)) {
            next unless defined $f->{$p};
            next if $p eq 'event' && $kind eq 'tags' && bug('tags-event-alias-ignored');
            $and->("EXISTS ($sql AND e.id = ?)", @b, $f->{$p});
        }
        $and->('r.slug IN ' . _in(scalar @{ $f->{slug} }), @{ $f->{slug} }) if $f->{slug};
        $and->('r.parent = ?', $f->{parent}) if defined $f->{parent};
    }

    if (defined $f->{search}) {
        my $needle = choice('search_case') ? $f->{search} : fold($f->{search});
        $needle = like_escape($needle) unless bug('search-wildcards');
        my @cols = ('COALESCE(t.name, o.name)', 'COALESCE(t.description, o.description)');
        pop @cols if bug('search-title-only') && $kind eq 'events';
        push @cols, map {"r.$_"} qw(address city country province state zip phone stateprovince website) if $kind eq 'venues';
        push @cols, map {"r.$_"} qw(phone website email) if $kind eq 'organizers';
        my $sql = join ' OR ', map { (choice('search_case') ? $_ : "fold($_)") . " LIKE ? ESCAPE '\\'" } @cols;
        $and->(bug('search-or-precedence') && $kind eq 'events' ? $sql : "($sql)", ("%$needle%") x @cols);
    }

    my ($page, $per) = ($f->{page}, $f->{per_page});
    my $offset = ($page - 1) * $per;
    $offset-- if bug('page-two-overlaps') && $kind eq 'events' && $page > 1;
    my $limit = $per;
    if (bug('per-page-ignored-with-search') && $kind eq 'venues' && defined $f->{search}) { ($limit, $offset) = (10, ($page - 1) * 10) }

    my $order = $self->_order($kind, $f);
    my $tail = $self->_from($kind, $lang) . $join . (@where ? ' WHERE ' . join(' AND ', @where) : '');
    my @all = (@join_bind, @bind);
    my ($total) = $self->{dbh}->selectrow_array("SELECT COUNT(*) $tail", undef, @all);
    if (bug('partial-last-page-empty') && $kind eq 'organizers' && $page > 1 && $page > int($total / $per)) { $limit = 0 }
    my $rows = $self->{dbh}->selectall_arrayref("SELECT r.*, $TEXT_COLS $tail ORDER BY $order LIMIT ? OFFSET ?", { Slice => {} }, @all, $limit, $offset);
    $rows = [reverse @$rows] if bug('desc-order-inside-page-only') && $kind eq 'tags' && $f->{desc};
    return ($rows, $total);
}

sub _order {
    my ($self, $kind, $f) = @_;
    my $o = choice('order');
    if ($kind eq 'events') {
        return 'r.id DESC' if $o eq 'newest';
        return 'r.start_date DESC, r.id DESC' if $o eq 'latest';
        return 'fold(COALESCE(t.name, o.name)), r.id' if $o eq 'title';
        return 'r.start_date, r.id DESC' if bug('ties-reorder-on-later-pages') && $f->{page} > 1;
        return 'r.start_date, r.id';
    }
    if ($KIND{$kind}{post}) {
        return 'r.id DESC' if $o eq 'newest' || $o eq 'latest';
        return 'r.id' if $o eq 'title';
        return 'fold(COALESCE(t.name, o.name)), r.id';
    }
    my $dir = $f->{desc} ? ' DESC' : '';
    $dir = '' if bug('desc-order-inside-page-only') && $kind eq 'tags';
    my %by = (
        id => 'r.id', name => 'fold(COALESCE(t.name, o.name))', slug => 'r.slug', description => "COALESCE(t.description, o.description, '')",
        parent => $kind eq 'categories' ? 'r.parent' : 'r.id',
        count  => "(SELECT COUNT(*) FROM links x WHERE x.kind = '$KIND{$kind}{link}' AND x.ref_id = r.id)",
    );
    return "$by{ $f->{orderby} }$dir, r.id$dir";
}

# --- writing ----------------------------------------------------------
sub free_slug {
    my ($self, $kind, $slug, $own, $fallback) = @_;
    $slug = $fallback unless length $slug;
    return $slug if bug('equal-venue-names-share-slug') && $kind eq 'venues';
    my $sth = $self->{dbh}->prepare_cached("SELECT 1 FROM $KIND{$kind}{table} WHERE slug = ? AND id <> ?");
    my $taken = sub { my ($hit) = $self->{dbh}->selectrow_array($sth, undef, $_[0], $own); return $hit };
    return $slug unless $taken->($slug);
    my $n = 2;
    $n++ while $taken->("$slug-$n");
    return "$slug-$n";
}

sub slug_taken {
    my ($self, $kind, $slug, $own) = @_;
    my ($hit) = $self->{dbh}->selectrow_array("SELECT 1 FROM $KIND{$kind}{table} WHERE slug = ? AND id <> ?", undef, $slug, $own);
    return $hit;
}

sub name_taken {
    my ($self, $kind, $name, $own) = @_;
    my ($hit) = $self->{dbh}->selectrow_array('SELECT 1 FROM texts WHERE kind = ? AND fold(name) = ? AND id <> ?', undef, $kind, fold($name), $own);
    return $hit;
}

sub exists_ref {
    my ($self, $link, $id, $who) = @_;
    return $self->_ref_visible($link, $id, $who) if $link eq 'venue' || $link eq 'organizer';
    my ($hit) = $self->{dbh}->selectrow_array("SELECT 1 FROM $KIND{$LINK_KIND{$link}}{table} WHERE id = ?", undef, $id);
    return $hit;
}

sub _texts {
    my ($self, $kind, $id, $lang, $v) = @_;
    my $names = $TEXT_OF{$kind};
    my @cols = qw(name description excerpt);
    my @set = grep { exists $v->{ $names->[$_] } } 0 .. $#$names;
    return unless @set;
    my %val = map { $cols[$_] => $v->{ $names->[$_] } } @set;
    if (bug('emoji-lost') && $kind eq 'events') { defined and s/[^\x{0}-\x{FFFF}]/?/g for values %val }
    my @c = sort keys %val;
    $self->{dbh}->do("INSERT INTO texts (kind, id, lang, " . join(', ', @c) . ") VALUES (?, ?, ?, " . join(', ', ('?') x @c) . ")"
            . " ON CONFLICT (kind, id, lang) DO UPDATE SET " . join(', ', map {"$_ = excluded.$_"} @c),
        undef, $kind, $id, $lang, @val{@c});
}

sub _links {
    my ($self, $id, $v) = @_;
    for my $l (keys %LINK_KIND) {
        next unless exists $v->{$l};
        next if bug('empty-array-not-stored') && !@{ $v->{$l} };
        $self->{dbh}->do('DELETE FROM links WHERE event_id = ? AND kind = ?', undef, $id, $l);
        my $pos = 0;
        $self->{dbh}->do('INSERT INTO links (event_id, kind, ref_id, pos) VALUES (?, ?, ?, ?)', undef, $id, $l, $_, $pos++) for @{ $v->{$l} };
    }
}

sub insert {
    my ($self, $kind, $v, $lang) = @_;
    my $k = $KIND{$kind};
    return $self->transaction(sub {
        my $ids = $k->{post} ? 'post_ids' : 'term_ids';
        $self->{dbh}->do("INSERT INTO $ids DEFAULT VALUES");
        my $id = $self->{dbh}->last_insert_id;
        my $wanted = $v->{slug};
        $wanted = slugify($v->{ $k->{name} }) unless defined $wanted && length $wanted;
        my %row = (id => $id, lang => $lang, slug => $self->free_slug($kind, $wanted, $id, "$k->{one}-$id"));
        $row{$_} = $v->{$_} for grep { exists $v->{$_} } @{ $k->{cols} }, ($k->{post} ? qw(status author date_utc) : ());
        my @c = sort keys %row;
        $self->{dbh}->do("INSERT INTO $k->{table} (" . join(', ', @c) . ') VALUES (' . join(', ', ('?') x @c) . ')', undef, @row{@c});
        $self->_texts($kind, $id, $lang, $v);
        $self->_links($id, $v) if $kind eq 'events';
        return $id;
    });
}

sub update {
    my ($self, $kind, $row, $v, $lang) = @_;
    my $k = $KIND{$kind};
    $lang = $row->{lang} if choice('lang') eq 'record';
    return $self->transaction(sub {
        my %set = map { $_ => $v->{$_} } grep { exists $v->{$_} } @{ $k->{cols} }, ($k->{post} ? qw(status author date_utc password) : ());
        $set{slug} = $self->free_slug($kind, $v->{slug}, $row->{id}, $row->{slug}) if defined $v->{slug} && length $v->{slug};
        my @c = sort keys %set;
        $self->{dbh}->do("UPDATE $k->{table} SET " . join(', ', map {"$_ = ?"} @c) . ' WHERE id = ?', undef, @set{@c}, $row->{id}) if @c;
        $self->_texts($kind, $row->{id}, $lang, $v);
        $self->_links($row->{id}, $v) if $kind eq 'events';
        delete $self->{term_slug}{$kind} unless bug('category-slug-lookup-stale') && $kind eq 'categories';
        return 1;
    });
}

sub trash {
    my ($self, $kind, $row) = @_;
    $self->{dbh}->do("UPDATE $KIND{$kind}{table} SET status = 'trash', slug = ? WHERE id = ?", undef, "$row->{slug}__trashed-$row->{id}", $row->{id});
}

sub remove {
    my ($self, $kind, $row) = @_;
    my $k = $KIND{$kind};
    return $self->transaction(sub {
        $self->{dbh}->do("DELETE FROM $k->{table} WHERE id = ?", undef, $row->{id});
        $self->{dbh}->do('DELETE FROM texts WHERE kind = ? AND id = ?', undef, $kind, $row->{id});
        if ($kind eq 'events') { $self->{dbh}->do('DELETE FROM links WHERE event_id = ?', undef, $row->{id}) }
        else                   { $self->{dbh}->do('DELETE FROM links WHERE kind = ? AND ref_id = ?', undef, $k->{link}, $row->{id}) }
        $self->{dbh}->do('UPDATE categories SET parent = ? WHERE parent = ?', undef, $row->{parent}, $row->{id}) if $kind eq 'categories';
        delete $self->{term_slug}{$kind};
        return 1;
    });
}

# would the parent make a circle?
sub circular {
    my ($self, $id, $parent) = @_;
    my %seen;
    while ($parent && !$seen{$parent}++) {
        return 1 if $parent == $id;
        ($parent) = $self->{dbh}->selectrow_array('SELECT parent FROM categories WHERE id = ?', undef, $parent);
    }
    return 0;
}

1;
