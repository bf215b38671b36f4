/** Entry of the script that offers push messages, on sites that have them. */
import '../core.ts'
import { guarded } from '../guard.ts'
import { offerPush } from './offer-push.ts'

guarded(() => window.footfall?.render?.({ offerPush }))()
