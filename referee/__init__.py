"""The rules of riichi mahjong: pure, without clock or input and output, except the journal."""
