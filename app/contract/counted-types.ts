/** Nudges that tell how many visitors or carts there are: only for their sites is presence kept. */
import type { NudgeType } from './nudges.ts'

export const countedTypes = [
  'visitor',
  'visitors',
  'cart_counter',
] as const satisfies readonly NudgeType[]
