"""The Debian package: `build.sh` makes it from a wheel with the files of `package/`, and `roots` makes fresh Debians.

Releases and the tests of packages import it; the program does not.
"""
