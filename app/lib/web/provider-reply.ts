/** A provider's response: its body is read by a shape, and never reaches a log with the object. */
import type { z } from 'zod'
import { BadRecord } from './provider-errors.ts'

type Content = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

export class ProviderReply {
  readonly status: number
  // Private fields are invisible to JSON.stringify and to the logger.
  readonly #headers: Content['headers']
  readonly #text: string

  constructor({ status, headers, text }: Content) {
    this.status = status
    this.#headers = headers
    this.#text = text
  }

  get text(): string {
    return this.#text
  }

  /** @param name in lower case */
  header(name: string): string | null {
    const value = this.#headers[name]
    return (Array.isArray(value) ? value.join(', ') : value) ?? null
  }

  /** The JSON body; null when it is not JSON or has another shape. */
  find<Shape extends z.ZodType>(shape: Shape): z.output<Shape> | null {
    const read = shape.safeParse(parsed(this.#text))
    return read.success ? read.data : null
  }

  /** @throws BadRecord when the body is not JSON or has another shape */
  read<Shape extends z.ZodType>(shape: Shape): z.output<Shape> {
    const json = parsed(this.#text)
    if (json === undefined) throw new BadRecord('The response is not JSON.', this)
    const read = shape.safeParse(json)
    if (read.success) return read.data
    const fields = read.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
    throw new BadRecord(`The response has another shape: ${fields}.`, this)
  }
}

/** Undefined is no JSON value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
