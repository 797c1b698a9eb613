/** Objects asked for in one GraphQL query: GitHub takes 100 nodes a page and ends a query after 10 s. */
export const MAX_OBJECTS_PER_QUERY = 100
/** Bytes of blobs asked for in one GraphQL query. */
export const MAX_QUERY_BYTES = 1_048_576
/** Bytes of a blob that GraphQL is asked for; it cuts texts at 512,000. */
export const MAX_GRAPHQL_BLOB_BYTES = 262_144
/** Queries at a time: a Worker has six connections. */
export const MAX_QUERIES_AT_ONCE = 4
/** Folders and files that one walk through a tree looks at: a safety net. */
export const MAX_WALK_NODES = 500_000
/** Different folders that one walk looks into, a hundred a call: what a stranger's commit can cost at most. */
export const MAX_WALK_FOLDERS = 50_000
/** Folders in folders that a walk follows: GitHub's own advice. */
export const MAX_WALK_DEPTH = 50
/** Unknown blobs of one tree beyond which the archive of the commit is streamed. */
export const MAX_BLOBS_WITHOUT_ARCHIVE = 500
/** Entries of one `POST git/trees`: GitHub answers 422 where building it takes too long. */
export const MAX_TREE_ENTRIES = 1_000
/** Bytes of their texts, three for each UTF-16 unit. */
export const MAX_TREE_CONTENT_BYTES = 4_194_304
/** Bytes that the objects of one repository may take in memory. */
export const MAX_CACHE_BYTES = 67_108_864
/** Pages of 100 that a list is followed for. */
export const MAX_PAGES = 100
