/** Long enough that a pointer in passing opens nothing. */
export const tooltipDelayMillis = 700
/** After one tooltip, the next one opens immediately within this time. */
export const tooltipSkipMillis = 300
