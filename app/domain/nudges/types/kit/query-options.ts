/** Options of the query that types have in common. */
import type { NudgeQuery } from '#app/contract/nudges.ts'

type Read = readonly (keyof NudgeQuery)[]

/** Read for every type, when the payload is made. */
export const everyRead = ['countries', 'persistentNudge'] as const satisfies Read

/** Of types with several items, one after the other. */
export const rotationReads = ['rotateNudges', 'skipSeenNudges'] as const satisfies Read
