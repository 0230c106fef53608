# Compiles the engine as Embedded Swift, for make-web and check-arm. Sourced, with the working folder at the root.

# The modules are compiled as they are, without these files: receivers and sinks that throw any error, and asynchronous
# sequences.
left_out='/(Receivers|Sinks|Async)/'
modules=(TactusTime TactusMIDI TactusRealtime TactusRender TactusFiles TactusDSP TactusSequencer TactusProcessors
  TactusSynth TactusVorbis TactusBuiltins TactusEngine TactusWeb)
kernels=(Sources/C/CTactusKernels/*.c Sources/C/CTactusShims/*.c)
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
unicode_tables=$tools/../lib/swift/embedded/TARGET/libswiftUnicodeDataTables.a

# compile_swift TARGET FOLDER OPTION…: compiles the modules for a target, with options for their C headers, and adds the
# object of the last one to `objects`. It contains all that it uses of the others: Embedded Swift takes their code from
# the module files, and optimizes it there, for size: what takes time is in C.
compile_swift() {
  local target=$1 parts=$2 module header option sources maps=() options=() steps
  shift 2
  for module in CTactusShims CTactusKernels; do
    {
      echo "module $module {"
      for header in Sources/C/$module/include/*.h; do echo "  header \"$PWD/$header\""; done
      echo "  export *"
      echo "}"
    } >"$parts/$module.modulemap"
    maps+=(-Xcc "-fmodule-map-file=$parts/$module.modulemap")
  done
  for option in "$@"; do options+=(-Xcc "$option"); done
  for module in "${modules[@]}"; do
    sources=$(find Sources/*/"$module" -name '*.swift' | grep -v -E "$left_out" | sort)
    steps=(-Onone)
    [ "$module" = "${modules[-1]}" ] && steps=(-Osize -c -o "$parts/$module.o")
    # shellcheck disable=SC2086
    "$tools/swiftc" -target "$target" -enable-experimental-feature Embedded -wmo -swift-version 6 \
      -package-name tactus -parse-as-library -suppress-warnings -D REALTIME_PROOF "${options[@]}" "${maps[@]}" \
      -I "$parts" -module-name "$module" -emit-module -emit-module-path "$parts/$module.swiftmodule" \
      "${steps[@]}" $sources
  done
  objects+=("$parts/${modules[-1]}.o")
}
