// Replaces the standard library's function in libraries that contain it (Package.swift, --wrap). The names of
// Unicode's characters, which nothing here asks for, are then left out: half a megabyte.
long __wrap__swift_stdlib_getScalarName(unsigned scalar, unsigned char *name, long capacity);

long __wrap__swift_stdlib_getScalarName(unsigned scalar, unsigned char *name, long capacity) {
  (void)scalar, (void)name, (void)capacity;
  return 0;
}
