/** The script with all that shows: when something is shown, and how it looks. */
import '../renderer.ts'
import { silence } from '../quiet.ts'
import { play } from './play.ts'

silence(() => window.footfall?.render?.({ play }))()
