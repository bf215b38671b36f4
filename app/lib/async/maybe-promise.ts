/** A value that is available now or later. Hot paths usually find it in memory. */
export type MaybePromise<Value> = Value | Promise<Value>

/** A microtask would cost more than the lookup in memory that it waits for. */
export const isPromise = <Value>(value: MaybePromise<Value>): value is Promise<Value> =>
  value instanceof Promise

/** All of the values, in their order: later only when one of them is. */
export const allOf = <Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as Value[])
