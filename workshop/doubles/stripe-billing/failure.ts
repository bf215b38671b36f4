/** A request that Stripe refuses, with the body of its errors. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure'

  constructor(
    readonly status: number,
    readonly error: {
      type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
      message: string
      code?: string
      param?: string
      decline_code?: string
      payment_intent?: unknown
      setup_intent?: unknown
    },
  ) {
    super(error.message)
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...more })

/** @param param absent: it's the path that names it */
export const missing = (kind: string, id: string, param = 'id') =>
  new StripeFailure(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
