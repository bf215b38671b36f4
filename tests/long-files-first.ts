/** The order of test files. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes a minute or more. One that begins as the last keeps a core idle for that long. */
const longFiles = [
  'app/integrations/broken-rows.test.ts',
  'app/clients/stripe/random-lives.test.ts',
  'app/integrations/battery.test.ts',
  'app/domain/text-costs.test.ts',
  'tests/product/tenancy/access.test.ts',
  'tests/product/platform/kill.test.ts',
  'tests/pglite/single-writer.test.ts',
  'tests/pglite/backup.test.ts',
  'tests/product/billing/eleven-months.test.ts',
  'tests/product/shopify/refusals/billing.test.ts',
  'tests/product/billing/random-lives-from-50.test.ts',
  'tests/product/billing/random-lives-from-100.test.ts',
]

/** A new machine doesn't know from a run before it how long files take. */
export class LongFilesFirst extends BaseSequencer {
  /** @throws Error when a file of the list was moved */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const moved = longFiles.find((file) => !existsSync(path.join(root, file)))
    if (moved !== undefined)
      throw new Error(`${moved} is in tests/long-files-first.ts, but not there.`)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longFiles.indexOf(path.relative(root, moduleId))
      return place === -1 ? longFiles.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
