/// A musical position or distance, in the ticks of a file's ``TimeBase``.
public typealias Tick = Int64
