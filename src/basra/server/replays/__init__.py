"""What comes after the cards over HTTP: matches as streams of events, uploaded records, reviews."""
