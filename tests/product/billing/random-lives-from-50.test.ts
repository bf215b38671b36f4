import { testLives } from '../../support/billing/lives/test-lives.ts'

testLives(50)
