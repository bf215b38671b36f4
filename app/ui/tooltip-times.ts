/** Spec §9. */
export const tooltipDelayMillis = 700
/** Spec §9: the next one within this time needs no waiting. */
export const tooltipSkipMillis = 300
