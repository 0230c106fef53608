import TactusFileAccess
import TactusFiles

/// Opens what the user names: a path, or - for standard input.
enum InputFile {
}
