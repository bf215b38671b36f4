/** The script for the few page loads that measure themselves. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { measureVitals } from './measure.ts'

guarded(() => window.footfall?.render?.({ measureVitals: measureVitals }))()
