#!/usr/bin/env perl
# A bot in Perl: takes the basra, else what counts most with what the floor would leave.
# basra match "cmd:perl examples/bots/plain.pl" greedy
use strict;
use warnings;

$| = 1;    # say each line at once
my %points = (Td => 3, '2c' => 2, (map { $_ => 1 } map { ("A$_", "J$_") } qw(c d h s)));
my (@legal, @floor);

sub worth {
    my ($play) = @_;
    my $basra = $play =~ s/#$//;
    my ($card, $captured) = split /x/, $play;
    my @taken = defined $captured ? ($card, $captured =~ /../g) : ();
    my $worth = $basra ? 10 : 0;
    $worth += 0.2 + ($points{$_} // 0) for @taken;
    # A trail gives the card away, and a floor of one card invites a basra.
    $worth -= 0.1 + ($points{$card} // 0) unless @taken;
    my $left = @taken ? @floor - @taken + 1 : @floor + 1;
    $worth -= 1 if $left == 1;
    return $worth;
}

while (my $line = <STDIN>) {
    my ($word, @words) = split ' ', $line;
    next unless defined $word;
    if ($word eq 'basra') {
        print "id name plain-perl\nid steady yes\nok\n";
    } elsif ($word eq 'ready') {
        print "ok\n";
    } elsif ($word eq 'position') {
        @floor = ($words[2] // '-') eq '-' ? () : $words[2] =~ /../g;
    } elsif ($word eq 'legal') {
        @legal = @words;
    } elsif ($word eq 'go' && @legal) {
        my ($best) = sort { worth($b) <=> worth($a) || $a cmp $b } @legal;
        printf "info points %.1f play %s\nbestplay %s\n", worth($best), $best, $best;
    } elsif ($word eq 'quit') {
        last;
    }
}
