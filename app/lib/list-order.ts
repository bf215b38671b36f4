/** The order of a list, as its address has it: "name" from the lowest, "-name" from the highest. */

export type ListOrder<Key extends string> = { by: Key; isDescending: boolean }

export const writeOrder = ({ by, isDescending }: ListOrder<string>): string =>
  `${isDescending ? '-' : ''}${by}`

/** Null for anything that `writeOrder` doesn't write: the list keeps its usual order. */
export function readOrder<const Key extends string>(
  written: string | null,
  keys: readonly Key[],
): ListOrder<Key> | null {
  const isDescending = written?.startsWith('-') ?? false
  const by = keys.find((key) => key === written?.slice(isDescending ? 1 : 0))
  return by === undefined ? null : { by, isDescending }
}
