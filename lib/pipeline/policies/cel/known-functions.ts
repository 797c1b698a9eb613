/** Functions that are known to do here what they do in the API server; a table of vectors holds them to it. */
export const knownFunctions: ReadonlySet<string> = new Set([
  ...'_?_:_ _&&_ _||_ !_ -_ _+_ _-_ _*_ _/_ _%_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _[_]'.split(' '),
  ...'@in @not_strictly_false size contains startsWith endsWith matches'.split(' '),
  ...'int string bool dyn type charAt indexOf lastIndexOf lowerAscii upperAscii split'.split(' '),
  ...'substring trim join ip isIP isCanonical cidr isCIDR family isUnspecified isLoopback'.split(
    ' ',
  ),
  ...'isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast containsIP containsCIDR'.split(' '),
  ...'masked prefixLength quantity isQuantity sign isInteger asInteger add sub'.split(' '),
  ...'compareTo isGreaterThan isLessThan'.split(' '),
])

/** Names of types, as `type(x) == string` has them. */
export const knownTypes: ReadonlySet<string> = new Set(
  'int uint double bool string list map null_type'.split(' '),
)

/** What is known of a request before it is made; a name of more than one step is one path. */
export const knownRequest: readonly string[] = [
  'operation',
  'name',
  'namespace',
  'kind.group',
  'kind.version',
  'kind.kind',
  'resource.group',
  'resource.version',
  'resource.resource',
  'subResource',
  'userInfo.username',
  'userInfo.groups',
]

/** Metadata that is as the file says; all else is the API server's or a controller's. */
export const knownMetadata: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'labels',
  'annotations',
  'finalizers',
])
