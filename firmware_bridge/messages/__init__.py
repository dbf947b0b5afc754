"""Every message between host and table unit, declared once: fields, bytes, signals, faults.

All of ``firmware_bridge`` may import it, and so may all code that receives signals; it imports the configuration only.
"""
