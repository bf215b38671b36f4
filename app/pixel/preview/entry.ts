/** The script that only the owner's own preview loads. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { startPreview } from './preview.ts'

guarded(() => window.footfall?.render?.({ startPreview }))()
