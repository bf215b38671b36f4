/** What a message field shows only with a script: loaded after the screen. */
export { FactChip } from './fact-chip.tsx'
export { FactList } from './fact-list.tsx'
export { MessageDrawing } from './message-drawing.tsx'
