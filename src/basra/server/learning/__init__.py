"""Learning on the server: drills, and puzzles that are rated by how many solve them."""
