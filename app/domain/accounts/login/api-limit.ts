/** Requests to the REST API: per token, or per network address of those without a valid one. */
export const apiLimit = { requests: 600, seconds: 60 } as const
