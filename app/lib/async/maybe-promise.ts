/** What is known at once, or will be: most of what a hot path asks for is in memory already. */
export type MaybePromise<Value> = Value | Promise<Value>

/** A turn of the microtask queue costs more than the look into memory that it would wait for. */
export const isPromise = <Value>(value: MaybePromise<Value>): value is Promise<Value> =>
  value instanceof Promise
