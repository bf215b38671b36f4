/** The order of test files. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longFiles } from './long-files.ts'

/** A new machine doesn't know from a run before it how long files take. */
export class LongFilesFirst extends BaseSequencer {
  /** @throws Error when a file of the list was moved */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const moved = longFiles.find((file) => !existsSync(path.join(root, file)))
    if (moved !== undefined) throw new Error(`${moved} is in tests/long-files.ts, but not there.`)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longFiles.indexOf(path.relative(root, moduleId))
      return place === -1 ? longFiles.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
