/** The script for the few page loads that measure themselves. */
import '../core.ts'
import { silence } from '../quiet.ts'
import { measure } from './measure.ts'

silence(() => window.footfall?.render?.({ speed: measure }))()
