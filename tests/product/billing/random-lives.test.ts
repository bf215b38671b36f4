/** The first random lives. `BILLING_LIFE=17` lives that one alone. */
import { testLife, testLives } from '../../support/billing/lives/test-lives.ts'

const only = process.env['BILLING_LIFE']
if (only === undefined) testLives()
else testLife(Number(only))
