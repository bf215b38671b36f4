import type { Saved } from '#app/ui/form-fetcher.tsx'

/** What the buttons of a list of nudges ask for. */
export const listActions = [
  ...(['on', 'off', 'archive', 'restore', 'duplicate'] as const),
  ...(['up', 'down', 'place', 'pause', 'resume'] as const),
] as const

/** With `moved` it is read out politely, and the button that did it keeps the focus. */
export type ListActionResult = Saved | { moved: string; focus: string }
