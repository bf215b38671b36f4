/** Entry of the script for page loads that measure Web Vitals. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { measureVitals } from './measure.ts'

guarded(() => window.footfall?.render?.({ vitals: measureVitals }))()
