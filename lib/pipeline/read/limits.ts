/** Files that are read, all environments together: ten thousand environments of twenty files. */
export const MAX_CLAIM_FILES = 200_000
/** Documents of one environment; more claims than one VPC ever holds. */
export const MAX_ENVIRONMENT_DOCUMENTS = 5_000
/** Bytes of one name, the limit of common file systems (NAME_MAX). */
export const MAX_NAME_BYTES = 255
/** Bytes of a path, a quarter of PATH_MAX, so that a checkout fits below any folder. */
export const MAX_PATH_BYTES = 1_024
/** Faults of one document that are told one by one: more than the 257 of an over-long list. */
export const MAX_FAULTS = 300
