"""Environments for those who study and train: PettingZoo, Gymnasium, OpenSpiel, and arrays."""
