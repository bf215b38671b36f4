/** `npm run cluster`: the built product on several nodes of this machine. */
import { runMain } from './from-source.js'

await runMain('/workshop/cluster/main.ts')
