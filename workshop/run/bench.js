/** `npm run bench`: runs the benches from source, against the built product. */
import { runMain } from './from-source.js'

await runMain('/workshop/bench/main.ts')
