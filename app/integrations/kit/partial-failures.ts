/** Failures of one list of a service. The connection itself works, and its other lists are read. */
import { BadRecord, ConnectionLost, type Intercepted } from '#app/lib/web/provider-errors.ts'

type RightOptions = { limit?: string | undefined; isOnly?: boolean; request?: string }

/** The service may have refused this list alone, or all access: the connection's test says which. */
export class MissingRight extends ConnectionLost {
  /** For the connection's owner, if the refusal is about this list alone. */
  readonly sentence: string
  /** The connection does its work without this list, so it isn't failing. */
  readonly isLimit: boolean
  /** Its owner gets an email, once. */
  readonly isRequest: boolean

  /**
   * @param list its name, a plural noun: “orders”
   * @param refusal by the service
   * @param limit the sentence, if the connection does its work without the list
   * @param isOnly the connection has no other list
   * @param request the sentence, if it names the right as the service does, and everything stops without it
   */
  constructor(
    list: string,
    { message, reply }: Pick<ConnectionLost, 'message' | 'reply'>,
    { limit, isOnly = false, request }: RightOptions = {},
  ) {
    super(message, reply)
    this.isLimit = limit !== undefined
    this.isRequest = request !== undefined
    const rest = isOnly ? '' : ' Everything else still arrives.'
    this.sentence =
      limit ??
      request ??
      `The service doesn’t let us read its ${list}.${rest} Allow it in the service, and we try again automatically.`
  }
}

/** The service refused the position that its last page gave. The list is read again from a safe point. */
export class LostPlace extends BadRecord {
  /** For the connection's owner. */
  readonly sentence: string

  /**
   * @param list its name, a plural noun: “orders”
   * @param refusal by the service
   */
  constructor(list: string, { message, reply }: BadRecord) {
    super(message, reply)
    this.sentence = `The service lost our place in its ${list}, so we read them again from where the last full reading began. Nothing is missed or counted twice.`
  }
}

/** Something else answered in place of this list: a firewall's page, or a redirect to another address. */
export class BlockedList extends BadRecord {
  /** For the connection's owner, if it's this list alone. Without advice, which the cause has. */
  readonly sentence: string

  /**
   * @param list its name, a plural noun: “orders”
   * @param cause what answered, for a connection of which all calls are answered so
   */
  constructor(
    list: string,
    override readonly cause: Intercepted,
  ) {
    super(cause.message, cause.reply)
    this.sentence = `The service’s ${list} don’t arrive, everything else does.`
  }
}
