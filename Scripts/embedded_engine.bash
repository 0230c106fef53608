# shellcheck shell=bash disable=SC2034 # what this file sets is for those that source it
# Compiles the engine as Embedded Swift, for make-web and check-arm. Sourced, with the working folder at the root.

# The modules are compiled as they are, without these files: receivers and sinks that throw any error, and asynchronous
# sequences.
left_out='/(Receivers|Sinks|Async)/'
modules=(TactusTime TactusMIDI TactusRealtime TactusRender TactusFiles TactusDSP TactusSequencer TactusProcessors
  TactusSynth TactusVorbis TactusBuiltins TactusEngine TactusPictures)
program=TactusWeb
kernels=(Sources/C/CTactusKernels/*.c Sources/C/CTactusShims/*.c)
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
unicode_tables=$tools/../lib/swift/embedded/TARGET/libswiftUnicodeDataTables.a

# compile_modules TARGET FOLDER OPTION…: writes the module files of the engine for a target, with options for their C
# headers. They contain the code, which is compiled with the program.
compile_modules() {
  local target=$1 parts=$2 module header
  mkdir -p "$parts"
  for module in CTactusShims CTactusKernels; do
    {
      echo "module $module {"
      for header in Sources/C/$module/include/*.h; do echo "  header \"$PWD/$header\""; done
      echo "  export *"
      echo "}"
    } >"$parts/$module.modulemap"
  done
  for module in "${modules[@]}"; do compile_module "$module" "$@" -- -Onone; done
}

# compile_program TARGET FOLDER OBJECT LEVEL OPTION…: compiles the program with all that it uses of the modules in FOLDER.
# LEVEL is the level of optimization.
compile_program() {
  local target=$1 parts=$2 object=$3 level=$4
  shift 4
  compile_module $program "$target" "$parts" "$@" -- "$level" -c -o "$object"
}

# compile_module MODULE TARGET FOLDER OPTION… -- STEP…
compile_module() {
  local module=$1 target=$2 parts=$3 sources options=()
  shift 3
  while [ "$1" != -- ]; do options+=(-Xcc "$1") && shift; done
  shift
  [ "$module" = $program ] || options+=(-emit-module -emit-module-path "$parts/$module.swiftmodule")
  sources=$(find Sources/*/"$module" -name '*.swift' | grep -v -E "$left_out" | sort)
  # shellcheck disable=SC2086
  "$tools/swiftc" -target "$target" -enable-experimental-feature Embedded -wmo -swift-version 6 -package-name tactus \
    -parse-as-library -suppress-warnings -D REALTIME_PROOF "${options[@]}" \
    -Xcc "-fmodule-map-file=$parts/CTactusShims.modulemap" -Xcc "-fmodule-map-file=$parts/CTactusKernels.modulemap" \
    -I "$parts" -module-name "$module" "$@" $sources
}
