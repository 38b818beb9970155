"""The club: names, ratings, pairings and results of people who meet, without any server."""
