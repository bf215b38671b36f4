import type { Saved } from '#app/ui/forms/form-fetcher.ts'

/** Actions of a list of nudges. */
export const listActions = [
  ...(['on', 'off', 'archive', 'restore', 'delete', 'duplicate'] as const),
  ...(['up', 'down', 'place', 'pause', 'resume', 'undo'] as const),
] as const

/** With `moved` it is announced politely, and the button that was pressed keeps the focus. */
export type ListActionResult = Saved | { moved: string; focus: string }
