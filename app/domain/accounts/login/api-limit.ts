/** Requests to the REST API: per token, or per network address of those without a valid one. */
export const apiLimit = { requests: 600, seconds: 60 } as const

/** Per organization with all its tokens, so that more tokens aren't more and more requests. */
export const organizationApiLimit = { requests: 3000, seconds: 60 } as const
