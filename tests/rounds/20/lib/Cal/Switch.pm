package Cal::Switch;
# Which planted bug and which set of conforming choices is switched on.
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(bug choice);

my $BUG     = $ENV{BUG}     // '';
my $VARIANT = $ENV{VARIANT} // '';

# What the interface leaves open: the honest server's choices ...
my %DEFAULT = (
    list          => 'kind',       # envelope of lists
    item          => 'bare',       # envelope of items
    text          => 'plain',      # texts: plain | object
    time          => 'sql',        # notation of times
    rel           => 'ids',        # relations: ids | objects | refs | strings
    id            => 'number',
    bool          => 'json',       # json | int
    null          => 'null',       # null | omit | empty
    cost          => 'asgiven',
    create        => 201,
    create_body   => 'full',       # full | short
    update        => 200,
    delete        => 200,          # status of DELETE
    delete_body   => 'record',     # record | flag
    gone          => 404,          # address of something deleted
    trash         => 0,
    invalid       => 400,
    hidden        => 'auth',       # 401/403, or 404
    error         => 'code',       # code | problem
    bad_lang      => 'refuse',
    lang          => 'translate',  # translate | record
    max           => 100,
    over_max      => 'clamp',
    beyond        => 'empty',      # page past the last one: empty | 400 | 404
    put           => 'partial',
    order         => 'natural',    # natural | newest | title | latest
    window        => 'all',        # default of start_date and end_date
    status        => 'publish',
    unknown_field => 'ignore',
    form          => 1,
    slug_taken    => 'suffix',
    term_name     => 'free',
    strict_bool   => 0,
    date_only     => 1,
    bad_ref       => 'refuse',
    all_day       => 'asgiven',
    has_false     => 'complement',
    search_case   => 0,
    show_map      => 1,
    protect       => 0,
    etag          => 1,
    up            => 'wp',
);

# ... and the variants'.
my %VARIANT = (
    'bare-lists' => {
        list => 'bare', text => 'object', time => 'isolocal', trash => 1, beyond => 400,
        over_max => 'refuse', bad_lang => 'ignore', order => 'newest',
    },
    'data-meta' => {
        list => 'data', item => 'data', rel => 'objects', delete => 204, gone => 410,
        invalid => 422, null => 'omit', etag => 0,
    },
    'hal-put-replaces' => {
        list => 'hal', rel => 'refs', time => 'offset', max => 50, beyond => 404, put => 'replace',
        order => 'title', delete_body => 'flag',
    },
    'strict-input' => {
        unknown_field => 'refuse', form => 0, slug_taken => 'conflict', term_name => 'unique',
        strict_bool => 1, date_only => 0, max => 20, over_max => 'refuse',
    },
    'language-records' => {
        list => 'items', lang => 'record', time => 'object', bool => 'int', rel => 'strings',
        create => 200, bad_lang => 'ignore',
    },
    'upcoming-window' => {
        window => 'upcoming', status => 'draft', has_false => 'ignore', search_case => 1, order => 'latest',
        all_day => 'normalise', bad_ref => 'drop', hidden => 404,
    },
    'short-answers' => {
        create_body => 'short', update => 204, item => 'result', list => 'pagination', cost => 'string',
        delete => 202, error => 'problem', protect => 1,
    },
    'rich-embeds' => {
        rel => 'objects', time => 'utcz', null => 'empty', id => 'string', show_map => 0,
        max => 30, beyond => 404, up => 'list',
    },
);

my %CHOSEN = (%DEFAULT, %{ $VARIANT{$VARIANT} || {} });

sub bug    { return $BUG eq $_[0] }
sub choice { exists $CHOSEN{ $_[0] } or die "no choice $_[0]"; return $CHOSEN{ $_[0] } }

sub check {
    die "unknown VARIANT $VARIANT\n" if length $VARIANT && !$VARIANT{$VARIANT};
    if (length $BUG) {
        my ($dir) = __FILE__ =~ m{^(.*)/lib/Cal/};
        if (open my $fh, '<', ($dir // '.') . '/bugs.json') {
            local $/;
            my $text = <$fh>;
            die "unknown BUG $BUG\n" unless $text =~ /"id":\s*"\Q$BUG\E"/;
        }
    }
}

1;
