import { realpathSync } from 'node:fs'

/** The checkout, with a slash at its end. `npm run bench` runs in it. */
export const root = `${realpathSync('.')}/`
