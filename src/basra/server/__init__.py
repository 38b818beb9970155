"""The table server: people play with each other and with bots over the network."""
