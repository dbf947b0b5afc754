"""The Debian package: `build.sh` makes it of a wheel, `package/` is what the package says and does, `roots` has fresh Debians.

Nothing of the program imports it; releases and the tests of packages do.
"""
