/** Bytes of one file as UTF-8: far more than any hand-written claims, far less than hurts. */
export const MAX_FILE_BYTES = 1_048_576
/** Maps and lists inside each other; Kubernetes objects stay below 20. */
export const MAX_DEPTH = 32
/** Documents of one file, empty ones included. */
export const MAX_DOCUMENTS = 1_000
/** Maps, lists, keys and scalars of one file. */
export const MAX_NODES = 100_000
/** Characters (UTF-16 units) of one scalar as written. */
export const MAX_SCALAR = 65_536
/** Characters of one key, the limit of YAML 1.2 for a key on one line (7.4.2). */
export const MAX_KEY = 1_024
/** Tags, anchors, aliases and directives, after which a file is not read further. */
export const MAX_ALIASES = 100
/** Syntax errors told per document; what follows them is mostly their consequence. */
export const MAX_SYNTAX_ERRORS = 10
/** Findings of one rule told one by one in a file. */
export const MAX_OF_A_RULE = 100
/** Blanks, line ends, comments, marks, scalars and lines of scalars of one file, an escape for five: what bounds the time of reading. */
export const MAX_LEXEMES = 300_000
/** Brackets without an opening one, after which a file is not read further. */
export const MAX_STRAY_BRACKETS = 20
