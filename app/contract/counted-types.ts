/**
 * Nudge types with live counts of visitors or carts. Presence is only recorded for sites that use
 * them.
 */
import type { NudgeType } from './nudges.ts'

export const countedTypes = [
  'visitor',
  'visitors',
  'cart_counter',
] as const satisfies readonly NudgeType[]
