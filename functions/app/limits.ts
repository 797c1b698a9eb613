/** Bytes of a webhook: GitHub sends nothing larger. */
export const MAX_WEBHOOK_BYTES = 26_214_400

/** Bytes of a report: Flux sends messages of up to 39,000 characters, and a message of Cloudflare's queues holds 128 KB. */
export const MAX_REPORT_BYTES = 100_000

/** Bytes of large bodies that one process reads at once; a Worker has 128 MB for everything. */
export const MAX_BYTES_AT_ONCE = 67_108_864

/** Deliveries that one process remembers, to take none twice. */
export const MAX_DELIVERIES = 10_000

/** Jobs that may wait in one process of `netclaim serve`; more are refused. */
export const MAX_WAITING_JOBS = 10_000
