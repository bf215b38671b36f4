/** The list that contains nudges of the surface. */
export const listPathOf = (surface: 'popup' | 'inline'): string =>
  surface === 'popup' ? '/popup-nudges/list' : '/inline-nudges'
