/// A musical position or distance in the file's own integer subdivision (see ``TimeBase``).
public typealias Tick = Int64
