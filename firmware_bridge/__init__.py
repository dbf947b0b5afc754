"""The serial link to the microcontroller of an automatic mahjong table."""
