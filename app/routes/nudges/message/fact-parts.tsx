/** Parts of a message field that need a script: loaded after the screen. */
export { FactChip } from './fact-chip.tsx'
export { FactList } from './fact-list.tsx'
export { MessageDrawing } from './message-drawing.tsx'
