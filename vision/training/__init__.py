"""How the recogniser was trained: faces, rendering, fitting."""
