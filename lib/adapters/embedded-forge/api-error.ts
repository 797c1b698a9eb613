/** A refusal as GitHub words it: a status, a message, and for 422 what was wrong with which field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: 401 | 403 | 404 | 405 | 409 | 422
  readonly errors: readonly object[] | undefined

  constructor(status: ApiError['status'], message: string, errors?: readonly object[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export function notFound(): ApiError {
  return new ApiError(404, 'Not Found')
}

/** 422 for one field of a body, in the form of GitHub's validation errors. */
export function invalidField(resource: string, field: string, message: string): ApiError {
  return new ApiError(422, 'Validation Failed', [{ resource, code: 'custom', field, message }])
}
