/**
 * Errors between us and a provider, by consequence. Code that talks to a provider throws one of
 * these four; any other error is a bug of ours. None of them carries the provider's words into a log.
 */
import type { ProviderReply } from './provider-reply.ts'

/** A delivery that its claimed sender did not sign. Answer 401 and keep nothing. */
export class ForgedDelivery extends Error {
  override readonly name = 'ForgedDelivery'

  constructor() {
    super('The delivery is not signed by its sender.')
  }
}

/** The credentials, the account or the address no longer work. Stop calling, and ask the owner to reconnect. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(
    message: string,
    readonly reply: ProviderReply | null = null,
  ) {
    super(message)
  }
}

/** The address isn't allowed: it isn't public, isn't https or has a nonstandard port. */
export class RefusedAddress extends ConnectionLost {
  constructor(
    /** For the connection's owner, who can correct the address. */
    readonly sentence: string,
  ) {
    super('The address is none that we call.')
  }
}

/** The provider is away, busy, or called too often. Call again at `at`, not before. */
export class TryLater extends Error {
  override readonly name = 'TryLater'

  constructor(
    message: string,
    readonly at: Date,
    readonly reply: ProviderReply | null = null,
  ) {
    super(message)
  }
}

/**
 * The provider refuses everything until a person changes something there: a bill is open, an account is
 * locked, a right is missing. The credentials stay right, so it needn't be connected again.
 */
export class HeldUp extends TryLater {
  constructor(
    /** For the connection's owner: the reason, and what ends it. Says nothing about trying again. */
    readonly sentence: string,
    at: Date,
    reply: ProviderReply | null = null,
  ) {
    super('The provider waits for a person.', at, reply)
  }
}

/**
 * Something else answers in the provider's place: a page of a firewall or a server, or a redirect to another
 * address. It can end automatically.
 */
export class Intercepted extends HeldUp {
  /** `page`: only the server's owner can do something about it. */
  readonly by: 'page' | 'redirect'

  constructor(
    { sentence, by }: Pick<Intercepted, 'sentence' | 'by'>,
    at: Date,
    reply: ProviderReply | null = null,
  ) {
    super(sentence, at, reply)
    this.by = by
  }
}

/** The provider doesn't serve this installation, so only its operator can do something about it. */
export class NotGranted extends TryLater {
  constructor(
    /** For the connection's screen. */
    readonly sentence: string,
    at: Date,
    reply: ProviderReply | null = null,
  ) {
    super('The installation has no access.', at, reply)
  }
}

/** The provider gave no answer: no connection, or none in time. */
export class Unreached extends TryLater {}

/**
 * We have asked as often as we allow ourselves, or can't find out: nothing is wrong with the provider, and it
 * wasn't called.
 */
export class BudgetSpent extends TryLater {
  constructor(at: Date, message = 'The request budget is spent.') {
    super(message, at)
  }
}

/** This one call or record can't succeed however often it is repeated. Skip it, count it, go on. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord'

  constructor(
    message: string,
    readonly reply: ProviderReply | null = null,
  ) {
    super(message)
  }
}

/** A call of ours that did not succeed. */
export type FailedCall = ConnectionLost | TryLater | BadRecord

export const isFailedCall = (error: unknown): error is FailedCall =>
  error instanceof ConnectionLost || error instanceof TryLater || error instanceof BadRecord
