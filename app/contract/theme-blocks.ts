/** Blocks of the theme app extension (extensions/nudges-theme), as it and the dashboard name them. */
import type { NudgeType } from './nudges.ts'

/** Handle of the block that loads the pixel: its file's name. */
export const embedHandle = 'embed'

/** Handle of the block for inline nudges of a type. */
export const blockHandle = (type: NudgeType): string => type.replaceAll('_', '-')

/** CSS selector of a type's block, for the placement of an inline nudge: it goes inside. */
export const blockSelector = (type: NudgeType): string => `[data-footfall-place="${type}"]`
