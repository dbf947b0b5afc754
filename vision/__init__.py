"""Overhead camera frames in, sightings of tiles out."""
