/** Documents of one environment; more claims than one VPC ever holds. */
export const MAX_ENVIRONMENT_DOCUMENTS = 5_000
/** What the files of one environment may cost: a line of the everyday form 1, any other 1 for each word, mark and blank. */
export const MAX_ENVIRONMENT_COST = 500_000
/** Findings of one environment, after which it is read no further: two for each of its documents. */
export const MAX_ENVIRONMENT_FINDINGS = 10_000
/** Maps, lists and scalars of one Cluster, which is foreign and mostly not read: ten times a large one. */
export const MAX_CLUSTER_VALUES = 5_000
/** Bytes of one name, the limit of common file systems (NAME_MAX). */
export const MAX_NAME_BYTES = 255
/** Bytes of a path, a quarter of PATH_MAX, so that a checkout fits below any folder. */
export const MAX_PATH_BYTES = 1_024
/** Faults of one document that are told one by one: more than the 257 of an over-long list. */
export const MAX_FAULTS = 300
