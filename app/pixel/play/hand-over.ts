/** The script with all that shows: when something is shown, and how it looks. */
import '../core.ts'
import { lent } from '../card/lent.ts'
import { silence } from '../quiet.ts'
import { play } from './play.ts'

silence(() => {
  Object.assign(window.footfall?.tools ?? {}, lent)
  window.footfall?.render?.({ play })
})()
