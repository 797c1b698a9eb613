/** Code units that mean something in YAML. */
export const LF = 0x0a
export const SPACE = 0x20
export const QUOTE = 0x22
export const HASH = 0x23
export const APOSTROPHE = 0x27
export const HYPHEN = 0x2d
export const DOT = 0x2e
export const NINE = 0x39
export const COLON = 0x3a
export const BACKSLASH = 0x5c
export const DELETE = 0x7f
