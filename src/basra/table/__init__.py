"""The table: seats, commands, versioned events; a pure state machine that time and chance enter."""
