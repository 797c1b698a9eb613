/** Sockets at a time. */
export const MAX_CONNECTIONS = 8
/** Bytes of one answer: a page of 5,000 objects of ordinary size is 20 MB; etcd takes objects of 1.5 MB. */
export const MAX_ANSWER_BYTES = 67_108_864
/**
 * Objects asked for at a time: kube-apiserver (seen with 1.36) answers the first page from memory, and reads every later
 * one from etcd at some ten times the cost.
 */
export const PAGE_SIZE = 5_000
/** The same where such a page is larger than an answer may be; as many as kubectl asks for. */
export const SMALL_PAGE_SIZE = 500
/** Objects of one list: what a stranger's cluster can cost at most. */
export const MAX_ITEMS = 200_000
/** Pages of one list that hold nothing, though they say that there are more: an API server sends none. */
export const MAX_EMPTY_PAGES = 10
/** Times that a list may start again because its snapshot is no more. */
export const MAX_LIST_STARTS = 3
/** Tries of what fails inside the API server: a webhook that is down stays so for longer than one call may take. */
export const MAX_FAULTS = 4
/** UTF-16 units of what the API says that a message holds. */
export const MAX_MESSAGE = 500
/** Milliseconds for which what discovery said of a missing kind holds. */
export const MISSING_KIND_MS = 1_000
/** Milliseconds for which credentials are used before their files are looked at again. */
export const CREDENTIALS_MS = 60_000

/** What an API server may cost that a stranger runs: a cluster of a hundred Services answers with 200 kB. */
export const TENANT_LIMITS = {
  connections: 2,
  timeoutMs: 5_000,
  patienceMs: 8_000,
  pageSize: 200,
  maxItems: 5_000,
  maxAnswerBytes: 4_194_304,
  // Of one visit: a dozen lists of many pages each would be a thousand answers.
  maxBytesInAll: 16_777_216,
} as const
