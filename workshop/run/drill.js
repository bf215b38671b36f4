/** `npm run drill`: the database is lost and restored, and nodes bring what came since. */
import { runMain } from './from-source.js'

await runMain('/workshop/cluster/drill.ts')
