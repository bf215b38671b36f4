/** Query options that several types share. */
import type { NudgeQuery } from '#app/contract/nudges.ts'

type Read = readonly (keyof NudgeQuery)[]

/** Every type supports these, when the payload is compiled. */
export const everyRead = ['countries', 'persistentNudge'] as const satisfies Read

/** For types with several items. */
export const rotationReads = ['rotateNudges', 'skipSeenNudges'] as const satisfies Read
