/** Entry of the script for forms that count as sign-ups. Only sites with such forms load it. */
import { guarded } from '../guard.ts'
import { captureForms } from './capture.ts'

guarded(() => window.footfall?.render?.({ capture: captureForms }))()
