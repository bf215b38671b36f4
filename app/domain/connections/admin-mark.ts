/** Marks the state of an approval with the shop in whose admin it began. */

/** Ends a state with the shop's domain. It proves nothing: the whole state does. */
export const markedForAdmin = (state: string, shop: string): string => `${state}.${shop}`

/** Null: it began outside of a shop's admin. States have no dots themselves. */
export const readAdminMark = (state: string): string | null =>
  /^[^.]+\.([a-z0-9.-]+)$/.exec(state)?.[1] ?? null
