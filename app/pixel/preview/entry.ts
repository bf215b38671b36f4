/** Entry of the script for the owner's preview. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { startPreview } from './preview.ts'

guarded(() => window.footfall?.render?.({ preview: startPreview }))()
